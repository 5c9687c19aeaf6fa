/**
 * Part 1 of the issue “Sound”, line by line in our own words, with the tests that show each clause. A clause that nothing shows yet
 * says so in `later`, and claims no test.
 */

/** A file below the repository, and the full name of a test in it as it is written there: `group > test`. */
export type Shown = readonly [file: string, name: string];

export interface Clause {
	readonly says: string;
	readonly shown: readonly Shown[];
	/** Who builds it, where nobody has yet. */
	readonly later?: string;
}

export interface Line {
	readonly line: string;
	readonly clauses: readonly Clause[];
}

const TEST = 'apps/server/test';
const inFile =
	(file: string) =>
	(name: string): Shown => [file, name];
const tokens = inFile(`${TEST}/access/tokens.test.ts`);
const permission = inFile(`${TEST}/permission.test.ts`);
const refresh = inFile(`${TEST}/attacks/refresh.test.ts`);
const leaving = inFile(`${TEST}/signing-out.test.ts`);
const erasure = inFile(`${TEST}/truth/erasure.test.ts`);
const intake = inFile(`${TEST}/truth/intake.test.ts`);
const text = inFile(`${TEST}/truth/text.test.ts`);
const dangerous = inFile(`${TEST}/truth/dangerous.test.ts`);
const whoseHost = inFile(`${TEST}/truth/whose-host.test.ts`);
const outbound = inFile(`${TEST}/truth/outbound.test.ts`);
const streams = inFile(`${TEST}/truth/streams.test.ts`);
const telling = inFile(`${TEST}/proof/telling.test.ts`);
const mails = inFile(`${TEST}/mails.test.ts`);
const signin = inFile(`${TEST}/signin.test.ts`);
const attacks = inFile(`${TEST}/attacks.test.ts`);
const disk = inFile(`${TEST}/embedded.test.ts`);

const twice = inFile(`${TEST}/truth/named-twice.test.ts`);
const answers = inFile(`${TEST}/answers.test.ts`);
const http = inFile(`${TEST}/http.test.ts`);

const UNASKED = 'an address that has not said that it wants to be told';

export const lines: readonly Line[] = [
	{
		line: 'A token is not the person',
		clauses: [
			{
				says: 'What is about oneself needs a session; an application’s token opens who one is and one’s domains, and nothing else of the person, at no customer.',
				shown: [tokens('a strange company’s token of a person opens who they are and nothing else, whatever the person may do themselves')],
			},
			{
				says: 'It opens what its own customer’s data is, as far as the person’s rights there go.',
				shown: [
					tokens('the application’s own customer opens to its token as far as the person’s rights there go, and no other one'),
					[
						`${TEST}/bearer.test.ts`,
						'a person’s token is that person within the application’s customer, without the platform’s rights, and no session',
					],
					[`${TEST}/bearer.test.ts`, 'a token %s opens nothing'],
				],
			},
			{
				says: 'An application of a company that somebody has nothing to do with asks once, by a page of ours, before its first code.',
				shown: [permission('a stranger’s application gets no code without a yes, and asks once')],
			},
			{
				says: 'prompt=consent shows that page, and the page leads on.',
				shown: [permission('whoever belongs to the company is not asked; prompt=consent asks them all the same, by the page that asks')],
			},
			{
				says: 'The answer is that of the person whose browser was asked.',
				shown: [permission('the answer is the person’s whose browser was asked: not another browser’s, and not a sign-in’s')],
			},
			{
				says: 'A grant that was revoked, by a code or a refresh token used twice, is made anew at the next sign-in.',
				shown: [
					permission('a code used twice ends what it was for, and keeps nobody out of the application'),
					refresh('a refresh token used twice ends its tokens; the next sign-in at the application works at once'),
				],
			},
			{
				says: 'What is taken back opens nothing from then on, though it was in use a moment ago.',
				shown: [refresh('a token that an application takes back opens nothing from then on, a person’s as a machine’s')],
			},
			{
				says: 'What the provider refuses is a page for people and JSON for programs.',
				shown: [permission('what the provider refuses is a page for people, in their language, and JSON for programs')],
			},
			{ says: 'Discovery follows PUBLIC_URL.', shown: [permission('discovery names the public address, whatever Host and its like say')] },
		],
	},
	{
		line: 'Signing out ends everything',
		clauses: [
			{
				says: 'The provider’s session, and the refresh and access tokens of this browser.',
				shown: [
					leaving('signing out of the portal ends the provider’s session and the tokens of this browser, and of no other'),
					leaving('a request that was under way does not bring an ended session back'),
					leaving('signing out at an application’s wish ends the portal’s session of this browser too'),
				],
			},
			{
				says: 'Applications that name an address are told behind the browser’s back.',
				shown: [
					leaving('applications that name an address hear who left, by a token that a foreign library accepts'),
					leaving('the address is https and one that we may reach'),
				],
			},
			{ says: 'Ending other sessions does the same.', shown: [leaving('ending another session, or all others, ends what hung on them')] },
		],
	},
	{
		line: 'Erasure is whole',
		clauses: [
			{
				says: 'With somebody go deliveries of webhooks that wait, mails, side rows of the activity and files of runs: a word written wherever a person can be named is in no table afterwards.',
				shown: [
					erasure('after an erasure nothing says who it was, in any table'),
					erasure('a short id takes no values that only look like it'),
					erasure('whoever deletes a user forgets what was mailed to them'),
				],
			},
			{
				says: 'A row of the activity proves a shown value, and says nothing of one that was taken away.',
				shown: [erasure('a row of the activity proves a value that is shown, and says nothing of one that was taken away')],
			},
			{
				says: 'Deliveries and mails are forgotten after 30 days, also where the webhook is gone.',
				shown: [erasure('deliveries and mails are forgotten after 30 days, also where there is no webhook any more')],
			},
		],
	},
	{
		line: 'Intake',
		clauses: [
			{
				says: 'A record whose id is stored with other content is refused with id_conflict.',
				shown: [
					intake('a no under the id of a stored yes is refused by name, and the same again is known'),
					intake('whatever else differs is a conflict too, and where it came from is not'),
					intake('of two contents under one id in one batch the first is stored and the second refused'),
					intake('an id of a known person’s answer is nobody else’s'),
					intake('an id of the sender’s own says one thing'),
				],
			},
			{
				says: 'A yes to words that did not exist when it was said is refused.',
				shown: [intake('a yes to words that did not exist when it was said is refused, a no is taken')],
			},
			{
				says: 'NUL and lone halves of characters are 400 by field everywhere, and sink nobody else’s answers.',
				shown: [
					text('a bad answer is refused alone, and the others of its batch are stored'),
					text('a batch of banners’ records is refused by field where its configuration is no text, by the door and by the router'),
					text('fields are named, in the asker’s language'),
				],
			},
			{
				says: 'sort=constructor, huge numbers of tiles and __proto__ as keys are words and numbers like others.',
				shown: [
					text('a list is not sorted by what every object has, and a number of a tile has an end'),
					text('no category is called what every object knows, and none is found by it'),
				],
			},
			{
				says: 'A name that an object or the first line of a file has twice is refused, and said.',
				shown: [
					twice('an answer that says no and yes is refused, and its field is named'),
					twice('a banner’s record that says no and yes is refused by the door and by the router'),
					twice('a file of answers whose first line names a column twice is refused whole, whatever its letters'),
					twice('a vendor list that explains a purpose twice is no list'),
					twice('a draft whose configuration names a field twice is refused by that field'),
				],
			},
			{
				says: 'A no is taken whatever the clock of who sends it says, and shuts out no later yes.',
				shown: [answers('by machine token > a no of a clock that runs ahead is taken, keeps its moment, and counts as said when it came')],
			},
			{
				says: 'Generated bad input to every call of /openapi.json, by any role and by nobody, finds no fault of ours.',
				shown: [[`${TEST}/truth/bad-input.test.ts`, 'nothing that is wrong with what is sent is a fault of the server']],
			},
		],
	},
	{
		line: 'Dangerous acts',
		clauses: [
			{
				says: 'A shorter time of keeping needs who answers for the customer, and fresh proof.',
				shown: [dangerous('a shorter time of keeping answers > is asked for by whoever answers for the customer, with fresh proof')],
			},
			{
				says: 'What would go is counted first, goes after seven days, and the change can be taken back until then.',
				shown: [
					dangerous('a shorter time of keeping answers > is counted before, waits seven days, and then takes what was counted'),
					dangerous('a shorter time of keeping answers > is taken back until then, and by a longer one'),
				],
			},
			{
				says: 'So does a new secret of a webhook.',
				shown: [dangerous('a new secret of a webhook is for whoever answers for the customer, with fresh proof')],
			},
			{
				says: 'So does changing a domain’s host; one that has records is never renamed.',
				shown: [
					dangerous('a host name > changes by whoever answers for the customer, with fresh proof'),
					dangerous('a host name > stays once anything was recorded under it, by a call too, or was published there'),
				],
			},
			{
				says: 'So do other addresses of an application, to which tokens go.',
				shown: [dangerous('where an application sends people and their tokens > is changed with fresh proof; its name and looks are not')],
			},
			{
				says: 'Who acts for somebody leaves who they are, and where they are signed in.',
				shown: [dangerous('whoever acts for somebody neither renames them nor ends their sessions')],
			},
			{
				says: 'A draft is deleted, and saved over, as the kind that it is.',
				shown: [[`${TEST}/tcf.test.ts`, 'each kind’s calls touch drafts of their kind only']],
			},
			{
				says: 'A new domain is unproven until a snippet on it, a DNS record or ADMIN shows whose it is; it may draft and test, not publish; the first proof wins.',
				shown: [
					whoseHost(
						'what nobody has shown to be theirs > may draft and preview, and publishes nothing: not light, not TCF, not by a person’s token',
					),
					whoseHost('what nobody has shown to be theirs > serves no earlier version, begins and ends no test, and takes no records'),
					whoseHost('the snippet > of this very domain, as a script on the host’s own page, shows it'),
					whoseHost('the snippet > of another customer’s domain proves nothing for mine, and theirs for them'),
					whoseHost('the record of DNS > proves at its very name, in one part or several'),
					whoseHost('the record of DNS > with the value of another domain proves nothing'),
					whoseHost('a platform admin > says whose it is, in person and with fresh proof; nobody else can'),
					whoseHost('a host that a stranger names first > is still its owner’s to name, to show and to publish on'),
					whoseHost('a host that a stranger names first > is nobody’s to show after the first one has'),
					whoseHost('a host that a stranger names first > is one’s alone when four show it at the same moment'),
				],
			},
			{
				says: 'Addresses, public suffixes and single labels are no domains, but *.localhost.',
				shown: [dangerous('a host name > is one that somebody can own: no address, no ending, no single word')],
			},
		],
	},
	{
		line: 'Mails',
		clauses: [
			{
				says: 'The ledger’s addresses confirm themselves once before anything else goes there.',
				shown: [
					telling(`${UNASKED} > is told nothing: not every day, not by hand, not what the self-check found; and asked a few times an hour`),
					telling(`${UNASKED} > is not confirmed by a made-up link, an old one, or one of an address that is gone`),
					telling(`${UNASKED} > says yes by https with the challenge alone: an echo of the question, or any other answer, is none`),
				],
			},
			{
				says: 'Tests of them are limited, and so are mails to one address.',
				shown: [
					[`${TEST}/call-limits.test.ts`, 'addresses are told of heads by hand a few times an hour'],
					[
						`${TEST}/fair.test.ts`,
						'mails to one address > are few an hour over all that somebody can cause; signing in is counted by itself',
					],
				],
			},
			{
				says: 'What a stranger typed is in no mail’s subject or first line.',
				shown: [
					mails('no template begins with what a stranger typed, or links where they say'),
					mails('whoever registers a company with a message as its name sends that message to nobody'),
				],
			},
			{
				says: 'Five strange requests for somebody’s address lock nobody out: they are counted by address and asker.',
				shown: [
					signin('five strange requests are no lock-out: the owner’s own mail comes and signs them in'),
					signin('a stranger who has mails sent keeps nobody from signing in or from proving who they are'),
					signin('five mails an address an hour, over any number of browsers of one network'),
					signin('addresses of one IPv6 network are one sender'),
				],
			},
			{
				says: 'Confirming who one is has a count of its own.',
				shown: [signin('proving who one is has a count of its own: it ends neither signing in nor by it')],
			},
		],
	},
	{
		line: 'Edges',
		clauses: [
			{
				says: '64:ff9b::/96 and ::ffff:0:0:0/96 are judged by the address inside.',
				shown: [outbound('an IPv4 address in IPv6 clothes is judged as what it is')],
			},
			{
				says: 'A name is judged by what it leads to when it is asked.',
				shown: [
					[`${TEST}/outbound.test.ts`, 'the outbound guard > judges what a name leads to when it is asked, whatever the name is and was'],
				],
			},
			{
				says: 'Headers that frame a request cannot be set.',
				shown: [outbound('a webhook names no header that frames the request or says whose it is')],
			},
			{
				says: 'policyUrl is http or https of a host, or a path of the site.',
				shown: [outbound('the link to a policy leads to a host or a path of the site: %s')],
			},
			{
				says: 'The cookie that a used link leaves is bound to the sign-in that it began.',
				shown: [
					attacks('the cookie of a used link is worth nothing in another sign-in: not in another browser’s, and not in an application’s'),
				],
			},
			{
				says: 'A session has three streams.',
				shown: [streams('a session has three live streams: a fourth ends the oldest, and nobody else’s')],
			},
			{
				says: '/metrics has a token, and is open to this machine alone without one.',
				shown: [
					streams('without a token measures are told to this machine alone, and not through a proxy on it'),
					streams('with a token measures are told to whoever has it, from anywhere, and to nobody else'),
				],
			},
			{
				says: 'A path that is nobody’s is 404, dotfiles before all; the portal’s own open at any depth, HEAD as GET.',
				shown: [http('addresses of the portal are its page, deep ones too; whatever is nobody’s is 404')],
			},
			{
				says: 'On a full disk the server waits, says so, and comes back by itself.',
				shown: [
					disk('on a full disk > waits for room, says so once, and comes back by itself with what was committed'),
					disk('on a full disk > ends at once when it is told to stop while it waits'),
				],
			},
		],
	},
	{
		line: 'Tests that notice',
		clauses: [
			{
				says: 'A host that only ends like a shared domain is none of its hosts.',
				shown: [[`${TEST}/intake/origin.test.ts`, 'a page of %s is none of the domain, where %s is shared']],
			},
			{
				says: 'A failed batch is tried again row by row.',
				shown: [[`${TEST}/reach.test.ts`, 'a fair lane > sinks no other row by a bad one']],
			},
			{
				says: 'A partner’s customers need the partner’s role.',
				shown: [
					[
						`${TEST}/rights.test.ts`,
						'the people of a partner > whose role ADMIN took see none of its customers, not even beside a right elsewhere',
					],
					[`${TEST}/decide.test.ts`, 'being mapped to a customer makes nobody its partner'],
				],
			},
			{
				says: '4.2:1 does not pass for 4.5:1, before the browser and in it.',
				shown: [
					['packages/banner/test/gate.test.ts', 'the gate > takes no less than is demanded of %s, and shows what was measured'],
					[`${TEST}/gate-points.test.ts`, '%s is enough, and less is not'],
				],
			},
			{
				says: 'npm run mutants is good only when nine of ten changes are noticed and each survivor has its reason.',
				shown: [
					['scripts/mutants/change.test.ts', 'a run > is good when nine of ten are noticed and the tenth says why it is not'],
					['scripts/mutants/change.test.ts', 'a run > is not when fewer are, whatever reasons they have'],
					['scripts/mutants/change.test.ts', 'a run > is not when one survives without a reason'],
				],
			},
		],
	},
];
