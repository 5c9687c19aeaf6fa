/** Who may, and how one gets in. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of other files
import { changesTo } from '../change.ts';

const ACCESS = 'apps/server/test/access';
const RIGHTS = ['apps/server/test/decide.test.ts'];
const SIGNIN = ['apps/server/test/signin.test.ts'];
const INVITES = ['apps/server/test/invites.test.ts'];
const OPENID = ['apps/server/test/openid.test.ts'];
const BEARER = ['apps/server/test/bearer.test.ts'];
const TOKENS = [`${ACCESS}/tokens.test.ts`];
const COOKIES = ['apps/server/test/cookies.test.ts'];

const DANGEROUS = ['apps/server/test/truth/dangerous.test.ts'];
const SESSIONS = 'apps/server/src/wings/identity/sessions/calls.ts';
const APPLICATION = { file: 'apps/server/src/wings/identity/applications/calls.ts', named: 'where an application sends people' };
const PATHS = 'addresses of the portal are its page';

export const rights = [
	...changesTo('decide', 'apps/server/src/kernel/access/decide.ts', RIGHTS, [
		[
			'a partner’s customers without the partner’s role',
			"where p.is_active and exists (select 1 from held where role = 'PARTNER')",
			'where p.is_active',
			{
				file: 'apps/server/src/wings/tenancy/mappings/places.ts',
				tests: ['apps/server/test/rights.test.ts'],
				named: 'whose role ADMIN took',
			},
		],
		[
			'the customers of a deactivated partner',
			"where p.is_active and exists (select 1 from held where role = 'PARTNER')",
			"where exists (select 1 from held where role = 'PARTNER')",
			{
				file: 'apps/server/src/wings/tenancy/mappings/places.ts',
				tests: ['apps/server/test/rights.test.ts'],
				named: 'lose those of a deactivated one',
			},
		],
		['whoever is mapped to a customer is its partner', "if (customer.byPartner) held.add('partner');", "held.add('partner');"],
		['a machine of one customer at every other', "asker.machineOf === customerId ? ['machine'] : []", "['machine']"],
		['what is foreign is forbidden instead of not there', 'if (held.size === 0) throw nothing(call, where);', ''],
		[
			'a domain admin at every domain of the customer',
			"if (domainId !== null && domains !== 'all' && !domains.has(domainId)) throw nothing(call, where);",
			'',
		],
		['a domain admin in every list of the customer', "as === 'domainAdmin' || ", ''],
		['domains of other customers among one’s own', '.filter((d) => d.customerId === customerId)', ''],
		[
			'a customer’s admin who is a domain’s too sees that domain only',
			"'customerAdmin', 'domainAdmin', 'machine'",
			"'domainAdmin', 'customerAdmin', 'machine'",
		],
		['a token is the person', 'if (!call.tokens) demandPerson(asker);', '', { tests: TOKENS }],
		[
			'whoever has a role somewhere has it everywhere',
			'const as = strongest(call.may, held);',
			'const as = strongest(call.may, rolesAnywhere(asker));',
		],
	]),
	...changesTo('tokens', 'apps/server/src/wings/identity/applications/tokens.ts', BEARER, [
		[
			'a platform admin is one by token, too',
			".filter((role) => role !== 'ADMIN')",
			'',
			{ tests: OPENID, named: 'a person’s token opens the API within' },
		],
		[
			'a person’s token at all their customers',
			'new Map([...asker.customers].filter(([id]) => id === customerId))',
			'asker.customers',
			{ tests: OPENID, named: 'a person’s token opens the API within' },
		],
		[
			'a person’s token at domains of all their customers',
			'new Map([...asker.domains].filter(([, domain]) => domain.customerId === customerId))',
			'asker.domains',
		],
		['a token without the scope of the API', "!(found.scope ?? '').split(' ').includes('API') || ", ''],
		['a token for somebody else’s API', '|| found.aud !== resource', ''],
		['a token is a session', 'origins: client.allowed_origins,', ''],
	]),
	...changesTo('challenge', 'apps/server/src/wings/identity/signin/challenge.ts', SIGNIN, [
		['a code that was used', "if (row.spent) return 'used_code';", '', { named: 'a sign-in is not over' }],
		['any code where one was used', "if (!right && row.used) return 'used_code';", '', { named: 'a sign-in is not over' }],
		['a used link for an hour', 'AGAIN_MS = 60_000', 'AGAIN_MS = 3_600_000', { named: 'a link whose answer was lost' }],
		['an old code', "if (row.expired && !row.used) return 'expired_code';", '', { named: 'an old code and an old link' }],
		['tries without end', "if (row.tries >= TRIES_PER_CODE) return 'too_many_tries';", '', { named: 'five wrong codes' }],
		[
			'tries that are not counted',
			'await tx.run(sql`update challenge set tries = tries + 1 where id = ${row.id}`);',
			'',
			{ named: 'five wrong codes' },
		],
		['any code', 'if (!right || row.user_id === null)', 'if (row.user_id === null)', { named: 'five wrong codes' }],
		['a code that stays good after it was used', 'await useUp(tx, row.id, row.code_hash);', ''],
		[
			'a link that was used',
			"if (row.spent || (row.used && (by === null || !row.code_hash?.equals(by)))) return 'used_link';",
			'',
			{ named: 'a link signs in the browser' },
		],
		['an old link', "if (row.expired && !row.used) return 'expired_link';", '', { named: 'an old code and an old link' }],
		[
			'sign-in mails without end',
			"await takeMail(parts, { to: to.email, cause: 'sign-in', asker: hostOf(to.ip), within: senderOf(to.ip) });",
			'',
			{ named: 'five mails an address an hour' },
		],
		[
			'a printed link for a day and more',
			'endOf(PRINTED_LINK_TTL_MINUTES)',
			'endOf(PRINTED_LINK_TTL_MINUTES * 60)',
			{ named: 'a printed link works once' },
		],
		[
			'a code is not bound to its sign-in',
			'update(`${interaction}:${code}`)',
			'update(code)',
			{ named: 'a code is good in its own sign-in alone' },
		],
	]),
	...changesTo('accept', 'apps/server/src/wings/tenancy/invites/accept.ts', INVITES, [
		[
			'an invitation that was used',
			"if (row.used_at) throw refuseInvite(registers ? 'used_registration' : 'used_invite');",
			'',
			{ named: 'a link works once' },
		],
		['an invitation that was taken back', "if (row.revoked_at) throw refuseInvite('revoked_invite');", '', { named: 'a link works once' }],
		[
			'an old invitation',
			"if (row.expires_at.getTime() <= now().getTime()) throw refuseInvite(registers ? 'expired_registration' : 'expired_invite');",
			'',
			{ named: 'a link works once' },
		],
		[
			'somebody else’s invitation',
			"if (signedInAs !== null && signedInAs !== seen.email) throw refuseInvite('wrong_person');",
			'',
			{ named: 'the wrong person' },
		],
		['two at once by one link', 'demandOpen(await inviteByToken(tx, token, true))', 'tx && seen'],
		['everybody invited is the customer’s admin', 'isCustomerAdmin: row.is_customer_admin', 'isCustomerAdmin: true'],
		['an invitation gives no domains', 'domainIds: row.domain_ids', 'domainIds: []'],
		['who registers is approved', 'CUSTOMER_STATUS.notOnboarded', 'CUSTOMER_STATUS.onboarded', { named: 'a company registers' }],
		['a registration’s address is what was typed', '{ ...said, primaryEmail: row.email }', 'said', { named: 'a company registers' }],
		[
			'what was typed at registration stays',
			'used_at = now(), details = null',
			'used_at = now()',
			{ named: 'what was typed at a registration is forgotten', file: 'apps/server/src/wings/tenancy/invites/store.ts' },
		],
	]),
	...changesTo('cookies', 'apps/server/src/kernel/http/cookies.ts', COOKIES, [
		['a session that scripts can read', 'httpOnly: true', 'httpOnly: false'],
		['a session that goes with other sites’ posts', "sameSite: 'lax'", "sameSite: 'none'"],
		['a session over plain http', "startsWith('https:')", "startsWith('http:')"],
		['a session that another host of the domain can set', "host ? '__Host-' : '__Secure-'", "'__Secure-'"],
		['one’s own session before the one acting for somebody', "['assist', 'session'] as const", "['session', 'assist'] as const"],
		['a token that can be guessed', 'randomBytes(32)', 'randomBytes(4)'],
		['a session that outlives its cookie’s end', "reply.clearCookie(name(kind, true), { ...common, path: '/' });", ''],
	]),
	...changesTo('confirm', 'apps/server/src/kernel/access/confirm.ts', DANGEROUS, [
		[
			'who acts for somebody does all that they may',
			"if (asker.actorId !== null) throw new Refused(403, 'not_allowed', NOT_FOR_THEM);",
			'',
		],
		['a proof for good', 'CONFIRMED_MINUTES * 60_000', 'CONFIRMED_MINUTES * 60_000_000'],
		[
			'who acts for somebody renames them',
			'demandOwnSession(asker);',
			'',
			{ file: 'apps/server/src/wings/identity/users/calls.ts', named: 'whoever acts for somebody' },
		],
		[
			'who acts for somebody ends a session of theirs',
			'handle(sessions.endSession, async ({ asker, params }) => {\n\t\t\tdemandOwnSession(asker);',
			'handle(sessions.endSession, async ({ asker, params }) => {',
			{ file: SESSIONS, named: 'whoever acts for somebody' },
		],
		[
			'who acts for somebody ends all their other sessions',
			'handle(sessions.endOtherSessions, async ({ asker }) => {\n\t\t\tdemandOwnSession(asker);',
			'handle(sessions.endOtherSessions, async ({ asker }) => {',
			{ file: SESSIONS, named: 'whoever acts for somebody' },
		],
		['another address to come back to without proof', 'JSON.stringify([body.redirectUrl, ', 'JSON.stringify([', APPLICATION],
		['another origin of an application without proof', 'body.allowedOrigins, body.post', 'body.post', APPLICATION],
		['another address after signing out without proof', 'body.postLogoutRedirectUris, body.back', 'body.back', APPLICATION],
		['another address that is told of signing out without proof', ', body.backchannelLogoutUri])', '])', APPLICATION],
	]),
	...changesTo(
		'kinds',
		'apps/server/src/wings/consent/configurations/drafts.ts',
		['apps/server/test/tcf.test.ts'],
		[
			['a call deletes drafts of the other kind', "if (row.type !== type) throw refuse('not_found');", '', { named: 'of their kind only' }],
			[
				'a draft of the other kind is saved over',
				"if (before && before.type !== body.type) throw refuse('not_found');",
				'',
				{ named: 'of their kind only' },
			],
		],
	),
	...changesTo(
		'paths',
		'apps/server/src/kernel/http/portal-places.ts',
		['apps/server/test/http.test.ts'],
		[
			['every path is a page', 'known.has((parts[0] ??', "known.has('') || known.has((parts[0] ??", { named: PATHS }],
			['what begins with a dot below a page is one', " && !parts.some((part) => part.startsWith('.'))", '', { named: PATHS }],
			['a page in other letters is none', "(parts[0] ?? '').toLowerCase()", "parts[0] ?? ''", { named: PATHS }],
			[
				'what a path hides in % is not read',
				"decodeURIComponent(url.split(/[?#]/, 1)[0] ?? '')",
				"(url.split(/[?#]/, 1)[0] ?? '')",
				{ named: PATHS },
			],
		],
	),
];
