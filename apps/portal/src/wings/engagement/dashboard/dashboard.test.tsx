/** Campaigns as they run: the list, one run, its deliveries, and what one of them rests on. */
import { recordProof } from '@luvalla/contract/consent/proof';
import { type CampaignFile, campaignFile, campaignFiles } from '@luvalla/contract/engagement/campaign-files';
import {
	campaignProgress,
	campaignResponse,
	campaignRuns,
	pauseCampaign,
	retryCampaign,
	stopCampaign,
} from '@luvalla/contract/engagement/campaign-runs';
import { type Campaign, CampaignOptions, campaigns, liveCampaigns } from '@luvalla/contract/engagement/campaigns';
import { type Delivery, deliveries, deliveriesFile, delivery, IN_MAILBOX } from '@luvalla/contract/engagement/deliveries';
import { ownSentence } from '@luvalla/contract/engagement/own-sentences';
import { audiences } from '@luvalla/contract/profiles/audiences';
import { screen, waitFor, within } from '@testing-library/react';
import type { HttpHandler } from 'msw';
import { describe, expect, it } from 'vitest';
import { type Asked, answers, answersFile, refuses } from '#portal/lib/handlers.ts';
import { chooseLanguage } from '#portal/lib/say.ts';
import { bootOf, idOf, mapped } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';
import { keptRequests } from '#portal/test/requests.ts';

const AT = '2026-11-20T10:05:00.000Z';
const run = {
	id: idOf(800),
	kind: 'real' as const,
	state: 'sending' as const,
	why: null,
	beginsAt: AT,
	preparedAt: AT,
	endedAt: null,
};
const campaign = (n: number, title: string, more: Partial<Campaign> = {}): Campaign => ({
	id: idOf(600 + n),
	title,
	domain: 'shop.example',
	domainId: idOf(1),
	constellation: [{ constellationIdFK: idOf(500), channel: 0 }],
	audienceIdFK: null,
	isTransactional: false,
	reason: null,
	status: 2,
	postExecutionSegmentChange: [],
	onOpenSegmentChange: [],
	onClickSegmentChange: [],
	options: CampaignOptions.parse({}),
	createdAt: AT,
	lastUpdatedAt: AT,
	targettedCount: 32_323,
	opens: 6204,
	clicks: 1038,
	run,
	rehearsal: null,
	...more,
});
const sending = campaign(1, 'Autumn club letter');
const queued = campaign(2, 'Queued letter', { run: { ...run, state: 'waiting' } });
const stopping = campaign(3, 'Stopping letter', { status: 3, run: { ...run, state: 'stopping' } });
const published = campaign(4, 'Advent letter', { status: 1, run: null, targettedCount: 0, opens: 0, clicks: 0 });

const progress = {
	run,
	targeted: 32_323,
	states: { waiting: 3494, deferred: 402, accepted: 26_418, failed: 88, skipped: 1921, unknown: 0 },
	inHand: 2310,
	reasons: [
		{ state: 'skipped' as const, reason: 'never_asked', count: 1204 },
		{ state: 'skipped' as const, reason: 'capped', count: 717 },
		{ state: 'failed' as const, reason: 'no_such_address', count: 88 },
	],
	opened: 6204,
	clicked: 1038,
	machines: 12,
	trackable: 20_000,
	left: 31,
	complained: 0,
	arrived: 0,
	bounced: 4,
	costMicros: 26_418_000,
	currency: 'EUR',
	credits: null,
	perMinute: 912,
	minutesLeft: 3.4,
	deferredTo: null,
	throttle: 1000,
	onSite: false,
	series: [
		{ at: '2026-11-20T10:05:00.000Z', sent: 900, opened: 1 },
		{ at: '2026-11-20T10:06:00.000Z', sent: 1000, opened: 12 },
	],
	at: AT,
};
const one = (n: number, more: Partial<Delivery> = {}): Delivery => ({
	id: `dlv${n}`,
	channel: 0,
	person: idOf(400 + n),
	name: null,
	address: `person${n}@example.com`,
	rehearsal: false,
	state: 'accepted',
	reason: null,
	at: AT,
	dueAt: null,
	recordId: idOf(900 + n),
	opened: false,
	clicked: false,
	...more,
});
const left = one(2, { state: 'skipped', reason: 'said_no', recordId: null });

const { asked, catching } = keptRequests();
const usual: HttpHandler[] = [
	answers(liveCampaigns, [sending, queued, stopping, published], { total: 4, next: null }),
	answers(campaigns, [sending], { total: 1, next: null }),
	answers(campaignProgress, progress),
	answers(campaignRuns, [run]),
	answers(deliveries, { deliveries: [one(1), left], next: null }),
	answers(audiences, [], { total: 0, next: null }),
];
const open = (path: string, ...more: HttpHandler[]) =>
	renderApp(path, { handlers: [...more, ...bootOf('customerAdmin', mapped.slice(0, 2)), ...usual] });
const menu = async (app: Awaited<ReturnType<typeof open>>, title: string) =>
	app.user.click(await screen.findByRole('button', { name: `Actions for ${title}` }));
/** Where the one press leads that stands below a sentence. */
const listBelow = (sentence: string) => {
	const link = within(screen.getByText(sentence).parentElement as HTMLElement).getByRole('link', { name: 'Campaigns' });
	return new URL((link as HTMLAnchorElement).href).pathname;
};
const rowOf = async (title: string) => within((await screen.findByRole('link', { name: title })).closest('tr') as HTMLElement);

describe('the list', () => {
	it('shows what came of each, and beside Running and Stopped what is queued', async () => {
		await open('/campaigndashboard');
		const first = await rowOf('Autumn club letter');
		for (const text of ['Running', 'Sending', '32,323', '6,204', '1,038']) expect(first.getByText(text)).toBeVisible();
		const second = await rowOf('Queued letter');
		for (const text of ['Running', 'Queued for execution']) expect(second.getByText(text)).toBeVisible();
		const third = await rowOf('Stopping letter');
		for (const text of ['Stopped', 'Queued for stoppage']) expect(third.getByText(text)).toBeVisible();
	});
	it('leads to the sheet before it executes', async () => {
		const app = await open('/campaigndashboard');
		await menu(app, 'Advent letter');
		const item = await screen.findByRole('menuitem', { name: 'Execute' });
		expect(item).toHaveAttribute('href', `/campaigns/before?id=${published.id}`);
		expect(screen.queryByRole('menuitem', { name: 'Stop campaign' })).toBeNull();
	});
	it('refreshes one by its answers', async () => {
		const responses = [
			{ event: 'open' as const, count: 7000 },
			{ event: 'click' as const, count: 1100 },
		];
		const app = await open(
			'/campaigndashboard',
			answers(campaignResponse, catching({ id: sending.id, status: 4, targettedCount: 32_323, responses })),
		);
		await menu(app, 'Autumn club letter');
		await app.user.click(await screen.findByRole('menuitem', { name: 'Refresh' }));
		const row = await rowOf('Autumn club letter');
		for (const text of ['Completed', '7,000', '1,100']) expect(await row.findByText(text)).toBeVisible();
		expect(asked[0]?.params.id).toBe(sending.id);
	});
	it('asks before it stops one, saying how many get nothing; and says the specified sentence when it could not', async () => {
		const app = await open('/campaigndashboard', refuses(stopCampaign, 500, { code: 'unexpected' }));
		await menu(app, 'Autumn club letter');
		await app.user.click(await screen.findByRole('menuitem', { name: 'Stop campaign' }));
		const question = within(await screen.findByRole('dialog', { name: 'Stop the campaign Autumn club letter?' }));
		expect(await question.findByText(/^3,896 people will not get the message/)).toBeVisible();
		await app.user.click(question.getByRole('button', { name: 'Stop campaign' }));
		expect(await screen.findByText('We encountered a problem while stopping the campaign.')).toBeVisible();
	});
	it('is asked once more after a 403', async () => {
		let times = 0;
		await open(
			'/campaigndashboard',
			refuses(liveCampaigns, 403, { code: 'forbidden' }, () => {
				times += 1;
			}),
		);
		await waitFor(() => expect(times).toBe(2), { timeout: 6000 });
		expect(await screen.findByText('We could not load the campaigns.', undefined, { timeout: 4000 })).toBeVisible();
	});
});

describe('a run', () => {
	const at = `/campaigndashboard?id=${sending.id}`;
	it('says when those are written to whose time comes later, and not how long it takes at a rate that is over', async () => {
		const states = { waiting: 0, deferred: 402, accepted: 26_418, failed: 88, skipped: 1921, unknown: 0 };
		const held = { ...progress, states, inHand: 0, minutesLeft: null, deferredTo: '2026-11-21T06:00:00.000Z' };
		await open(at, answers(campaignProgress, held));
		expect(await screen.findByText(/, continues Nov-21-2026, \d\d:00$/)).toBeVisible();
		expect(screen.getByRole('link', { name: /^Deferred/ })).toHaveTextContent(/^Deferred402from Nov-21-2026, \d\d:00 on$/);
		expect(screen.queryByText(/minutes left/)).toBeNull();
	});
	it('shows who was settled last as soon as it says that they are', async () => {
		const none = { waiting: 2, deferred: 0, accepted: 0, failed: 0, skipped: 0, unknown: 0 };
		let states = none;
		await open(
			at,
			answers(campaignProgress, () => ({ ...progress, targeted: 2, states, inHand: 0 })),
			answers(deliveries, () => ({ deliveries: states === none ? [] : [one(1), left], next: null })),
		);
		expect(await screen.findByText('Nothing is settled yet.')).toBeVisible();
		states = { ...none, waiting: 0, accepted: 1, skipped: 1 };
		expect(await screen.findByText('person1@example.com', undefined, { timeout: 20_000 })).toBeVisible();
	});
	it('says how many are settled and how; each number leads to its list', async () => {
		await open(at);
		const settled = within(await screen.findByRole('region', { name: 'How far it is' }));
		expect(settled.getByText('28,427')).toBeVisible();
		expect(settled.getByText('of 32,323 recipients settled')).toBeVisible();
		expect(settled.getByText(/^912 a minute · throttle 1,000 · 26.42/)).toBeVisible();
		const cells = settled.getAllByRole('link').map(({ textContent }) => textContent);
		expect(cells).toEqual([
			'Accepted26,418by the mail server',
			'In progress2,310being sent',
			'Waiting1,184not started',
			'Deferred402will be tried again',
			'Left out1,921with a reason each',
			'Failed88will not be tried again',
		]);
		expect(settled.getByRole('link', { name: /^Left out/ })).toHaveAttribute(
			'href',
			`/campaigndashboard/deliveries?id=${sending.id}&state=skipped`,
		);
		expect(screen.getByText(/about 4 minutes left/)).toBeVisible();
	});
	it('says of no mail server that it took what went to another system', async () => {
		const hooked = { ...sending, constellation: [{ constellationIdFK: idOf(500), channel: 5 }] };
		await open(at, answers(campaigns, [hooked], { total: 1, next: null }));
		const settled = within(await screen.findByRole('region', { name: 'How far it is' }));
		expect(await settled.findByText('handed over')).toBeVisible();
		expect(settled.queryByText('by the mail server')).not.toBeInTheDocument();
	});
	it('gives opens and clicks as shares of those who permit to be followed, and says so', async () => {
		await open(at);
		const numbers = within(await screen.findByRole('region', { name: 'What people did' }));
		expect(numbers.getByRole('link', { name: /^Opened/ })).toHaveTextContent('Opened6,20431.0% of followed');
		expect(numbers.getByRole('link', { name: /^Unsubscribed/ })).toHaveTextContent('310.1% of accepted');
		expect(numbers.getByText(/of 20,000 of 26,418 accepted \(75.7%\)/)).toBeVisible();
	});
	it('tells no opens of what only letters say', async () => {
		const texts = { ...sending, constellation: [{ constellationIdFK: idOf(500), channel: 1 }] };
		await open(at, answers(campaigns, [texts], { total: 1, next: null }));
		const numbers = within(await screen.findByRole('region', { name: 'What people did' }));
		expect(numbers.getByRole('link', { name: /^Clicked/ })).toBeVisible();
		expect(numbers.queryByRole('link', { name: /^Opened/ })).not.toBeInTheDocument();
	});
	it('says of how many nobody knows whether they got it, and writes to them again once it is said what that means', async () => {
		const over = {
			...progress,
			run: { ...run, state: 'done' as const },
			states: { ...progress.states, unknown: 11 },
			reasons: [...progress.reasons, { state: 'unknown' as const, reason: 'worker_lost', count: 11 }],
		};
		const app = await open(at, answers(campaignProgress, over), answers(retryCampaign, catching({ again: 11 })));
		expect(await screen.findByRole('heading', { name: 'Of 11 it is not known whether they got it' })).toBeVisible();
		expect(screen.getByRole('link', { name: 'Interrupted while it was sent' })).toHaveAttribute(
			'href',
			`/campaigndashboard/deliveries?id=${sending.id}&state=unknown&reason=worker_lost`,
		);
		await app.user.click(screen.getByRole('button', { name: 'Write to them again' }));
		const question = within(await screen.findByRole('dialog', { name: 'Write again to 11 people?' }));
		expect(question.getByText(/^Whoever did get it gets it twice/)).toBeVisible();
		expect(asked).toEqual([]);
		await app.user.click(question.getByRole('button', { name: 'Write to them again' }));
		expect(await screen.findByText('Messages are tried again.')).toBeVisible();
		expect(asked.map(({ body }) => body)).toEqual([{ state: 'unknown' }]);
	});
	it('says why so many were left out and failed, each with its list', async () => {
		await open(at);
		expect(await screen.findByRole('heading', { name: 'Why 1,921 were left out' })).toBeVisible();
		expect(screen.getByRole('heading', { name: 'Why 88 failed' })).toBeVisible();
		expect(screen.getByRole('link', { name: 'Got enough of late' })).toHaveAttribute('href', expect.stringContaining('reason=capped'));
	});
	it('draws the minutes, as a table too', async () => {
		const app = await open(at);
		expect(await screen.findByRole('img', { name: /^Sending and opening/ })).toBeInTheDocument();
		await app.user.click(screen.getByRole('button', { name: 'Sending and opening: Show as a table' }));
		const table = within(screen.getByRole('table', { name: 'Sending and opening' }));
		expect(table.getAllByRole('row')).toHaveLength(3);
		expect(table.getByText('1,000')).toBeVisible();
	});
	it('pauses, and says why a run paused itself', async () => {
		const app = await open(at, answers(pauseCampaign, catching(sending)));
		await app.user.click(await screen.findByRole('button', { name: 'Pause' }));
		expect(await screen.findByText('Campaign paused.')).toBeVisible();
		app.unmount();
		const paused = { ...run, state: 'paused' as const, why: 'complaints' as const };
		await open(
			at,
			answers(campaigns, [{ ...sending, run: paused }], { total: 1, next: null }),
			answers(campaignProgress, { ...progress, run: paused }),
		);
		expect(await screen.findByText('Paused by itself: too many reported it as spam.')).toBeVisible();
		expect(screen.getByRole('button', { name: 'Resume' })).toBeVisible();
		expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull();
	});
	it('leads to the sheet before it where it has not run yet', async () => {
		const app = await open(`/campaigndashboard?id=${published.id}`, answers(campaigns, [published], { total: 1, next: null }));
		await app.user.click(await screen.findByRole('link', { name: 'See before it runs' }));
		expect(app.router.state.location.pathname).toBe('/campaigns/before');
		expect(app.router.state.location.search).toMatchObject({ id: published.id });
	});
	it('says Invalid Campaign where the address names none, and what failed', async () => {
		const app = await open(at, answers(campaigns, [], { total: 0, next: null }));
		expect(await screen.findByText('Invalid Campaign')).toBeVisible();
		expect(listBelow('Invalid Campaign')).toBe('/campaigndashboard');
		app.unmount();
		await open(at, refuses(campaignProgress, 503, { code: 'unavailable' }));
		expect(await screen.findByText('We could not load how far it is.')).toBeVisible();
	});
	it('is all in Finnish, with its numbers', async () => {
		chooseLanguage('fi');
		await open(at);
		expect(await screen.findByRole('heading', { name: /^Miksi 1.921 jätettiin pois$/ })).toBeVisible();
		expect(screen.getByText(/31,0\s% seuratuista/)).toBeVisible();
		expect(screen.getByRole('button', { name: 'Keskeytä' })).toBeVisible();
	});
});

describe('its deliveries', () => {
	it('are narrowed by what the address says, and turned by place', async () => {
		const path = `/campaigndashboard/deliveries?id=${sending.id}&state=skipped&reason=said_no`;
		const app = await open(path, answers(deliveries, catching({ deliveries: [left], next: '1.0.2' })));
		const table = within(await screen.findByRole('table', { name: 'Deliveries' }));
		expect(await table.findByText('Said no')).toBeVisible();
		expect(asked[0]?.url.searchParams.get('state')).toBe('skipped');
		expect(asked[0]?.url.searchParams.get('reason')).toBe('said_no');
		expect(screen.getByRole('button', { name: 'First page' })).toBeDisabled();
		await app.user.click(screen.getByRole('button', { name: 'Next page' }));
		await waitFor(() => expect(asked.at(-1)?.url.searchParams.get('after')).toBe('1.0.2'));
		await app.user.type(screen.getByRole('searchbox', { name: 'Search by beginning of address' }), 'per');
		await waitFor(() => expect(asked.at(-1)?.url.searchParams.get('q')).toBe('per'));
		// another list begins at its first page
		expect(asked.at(-1)?.url.searchParams.has('after')).toBe(false);
	});
	it('are a file as they are narrowed', async () => {
		const taken: Asked[] = [];
		const path = `/campaigndashboard/deliveries?id=${sending.id}&state=skipped&reason=said_no`;
		const app = await open(
			path,
			answersFile(deliveriesFile, 'deliveries.csv', 'a', (it) => taken.push(it)),
		);
		await app.user.click(await screen.findByRole('button', { name: 'Export CSV' }));
		await waitFor(() => expect(taken).toHaveLength(1));
		expect(Object.fromEntries(taken[0]?.url.searchParams ?? [])).toEqual({ state: 'skipped', reason: 'said_no' });
	});
});

describe('files of a run', () => {
	const done = { ...run, state: 'done' as const, endedAt: AT };
	const elsewhere = campaign(5, 'Advent elsewhere', {
		status: 4,
		run: done,
		constellation: [{ constellationIdFK: idOf(500), channel: 6 }],
	});
	const list: CampaignFile = {
		channel: 6,
		form: 'google',
		kind: 'add',
		columns: ['Email', 'Phone'],
		fields: ['ad_user_data: GRANTED'],
		rows: 18_006,
		purposes: ['Ads elsewhere'],
		words: [
			{ purpose: idOf(900), version: 2, wording: { en: { name: 'Ads elsewhere', about: 'We give your address, hashed, to Google.' } } },
		],
		isNamed: true,
		sample: [['8d3f…e0c1', '']],
		reasons: [],
		madeAt: AT,
		goesAt: '2026-12-20T10:05:00.000Z',
		isThere: true,
		takenAt: null,
		takenBy: null,
		due: false,
	};
	const meta: CampaignFile = { ...list, form: 'meta', fields: [], isNamed: false, takenAt: AT, takenBy: 'owner@example.com' };
	const reasons: CampaignFile['reasons'] = [
		{ reason: 'said_no', count: 200 },
		{ reason: 'gone', count: 12 },
	];
	const removal: CampaignFile = {
		...meta,
		kind: 'remove',
		rows: 212,
		sample: [],
		reasons,
		goesAt: null,
		takenAt: null,
		takenBy: null,
		due: true,
	};
	const shown = (files: CampaignFile[], ...more: HttpHandler[]) =>
		open(
			`/campaigndashboard?id=${elsewhere.id}`,
			...more,
			answers(campaigns, [elsewhere], { total: 1, next: null }),
			answers(campaignProgress, { ...progress, run: done }),
			answers(campaignFiles, files),
		);
	const filled = () => screen.getAllByRole('button', { name: /^Download/ }).filter((one) => one.getAttribute('data-variant') === 'filled');
	it('say what each is for, how many are in it and who took it, and which is to be taken next', async () => {
		const taken: Asked[] = [];
		const app = await shown(
			[list, meta],
			answersFile(campaignFile, 'google.csv', 'Email,Phone', (it) => taken.push(it)),
		);
		expect(await screen.findByText('18,006 rows', { exact: false, selector: 'li:first-child *' })).toBeVisible();
		for (const text of ['Google Customer Match', 'Not taken', 'owner@example.com', 'ad_user_data: GRANTED'])
			expect(screen.getByText(text)).toBeVisible();
		expect(filled().map((one) => one.getAttribute('aria-label'))).toEqual(['Download: Google Customer Match, CSV, to add']);
		await app.user.click(screen.getByRole('button', { name: 'Download: Google Customer Match, CSV, to add' }));
		await waitFor(() => expect(taken).toHaveLength(1));
		expect(Object.fromEntries(taken[0]?.url.searchParams ?? [])).toEqual({ channel: '6', form: 'google', kind: 'add' });
	});
	it('ask first for what takes people out, in words', async () => {
		await shown([list, meta, removal]);
		expect(await screen.findByText(/may not be in it any more/)).toBeVisible();
		expect(filled().map((one) => one.getAttribute('aria-label'))).toEqual(['Download removal: Meta Custom Audience, CSV, to remove']);
	});
	it('of ads say how many may be shown one, on which words that rests and whom these do not name, and whom a network is still to lose', async () => {
		await shown([list, meta, removal]);
		expect(await screen.findByRole('heading', { level: 1, name: '18,006 people may be shown the ad' })).toBeVisible();
		expect(screen.getByText('Ads elsewhere, version 2')).toBeVisible();
		expect(screen.getByText('“We give your address, hashed, to Google.”')).toBeVisible();
		expect(screen.getByText(/^The words name Google. The words do not name Meta in every language/)).toBeVisible();
		expect(screen.getAllByText(/^8d3f…e0c1,$/, { exact: false })).toHaveLength(2);
		const left = within(screen.getByRole('heading', { name: 'To be removed at Meta: 212' }).closest('section') ?? document.body);
		expect(left.getAllByRole('listitem').map((one) => one.textContent)).toEqual(['Said no200', 'Erased since12']);
		expect(left.getByText('Meta has not had its removal file yet.')).toBeVisible();
		// Nothing of it is sent, and nobody opens it.
		expect(screen.queryByText('Sending and opening')).toBeNull();
	});
	it('on paper say who said no since, and which leaves the printing house takes out', async () => {
		const paper: CampaignFile = {
			...list,
			channel: 4,
			form: 'whole',
			words: [],
			isNamed: null,
			sample: [],
			columns: [],
			fields: [],
			rows: 3,
			takenAt: AT,
			takenBy: 'owner@example.com',
		};
		const leaves: CampaignFile = { ...paper, kind: 'remove', rows: 1, takenAt: null, takenBy: null, due: true };
		const taken: Asked[] = [];
		const app = await shown(
			[paper, { ...paper, kind: 'addresses' }, leaves],
			answersFile(campaignFile, 'leaves.csv', 'number;sheet', (it) => taken.push(it)),
		);
		expect(await screen.findByText(/Send the list of leaves to take out to the printing house/)).toBeVisible();
		expect(screen.queryByText(/asked for their permission once more/)).toBeNull();
		const [button] = filled();
		expect(button?.getAttribute('aria-label')).toMatch(/^Download: .*, CSV, leaves to take out$/);
		if (button) await app.user.click(button);
		await waitFor(() => expect(taken).toHaveLength(1));
		expect(Object.fromEntries(taken[0]?.url.searchParams ?? [])).toEqual({ channel: '4', form: 'whole', kind: 'remove' });
	});
	it('are not asked for where a channel makes none', async () => {
		await open(`/campaigndashboard?id=${sending.id}`, answers(campaignFiles, catching([list])));
		expect(await screen.findByRole('heading', { level: 1, name: sending.title })).toBeVisible();
		expect(asked).toHaveLength(0);
	});
});

describe('one of them', () => {
	const told = {
		...one(1, { name: 'Emma Lindholm' }),
		campaign: 'Autumn club letter',
		subject: 'Emma, the chairs are here',
		html: '<p>Hello Emma</p><script>parent.document.title = "taken"</script>',
		text: 'Hello Emma',
		language: 'en',
		arm: 0,
		size: 11_800,
		costMicros: 1000,
		currency: 'EUR',
		credits: null,
		sender: 'klubi@aalto.example',
		connector: 'Aalto SMTP',
		byItself: false,
		messageId: 'dlv1@klubi.aalto.example',
		said: '250 Ok',
		permission: {
			purpose: 'Letters from the club',
			about: 'Vi skickar klubbens brev två gånger i månaden.',
			language: 'sv',
			basis: 'consent',
			recordId: idOf(901),
			sealed: false,
			saidAt: '2026-11-08T16:22:00.000Z',
			how: 'banner',
			version: 4,
		},
		tracking: null,
		events: [
			{ at: '2026-11-20T10:05:00.000Z', what: 'prepared' as const, detail: null },
			{ at: '2026-11-20T10:34:50.100Z', what: 'checked' as const, detail: null },
			{ at: '2026-11-20T10:34:50.400Z', what: 'handed' as const, detail: 'Aalto SMTP' },
			{ at: AT, what: 'accepted' as const, detail: '250 Ok' },
			{ at: AT, what: 'scanned' as const, detail: null },
		],
	};
	const at = `/campaigndashboard/delivery?id=${sending.id}&delivery=dlv1`;
	it('shows the yes with its words and record, what happened, and the message where nothing runs', async () => {
		const tested = { ...sending, options: CampaignOptions.parse({ secondSubject: 'Chairs' }) };
		await open(at, answers(delivery, told), answers(campaigns, [tested], { total: 1, next: null }));
		expect(await screen.findByRole('heading', { level: 1, name: 'Emma Lindholm got Autumn club letter' })).toBeVisible();
		expect(screen.getByRole('heading', { name: 'Permitted by a yes of Nov-08-2026' })).toBeVisible();
		expect(screen.getByText('“Vi skickar klubbens brev två gånger i månaden.”')).toHaveAttribute('lang', 'sv');
		// The record stands with the permission, and where it was checked.
		const records = screen.getAllByRole('link', { name: /^Record of Letters from the club/ });
		expect(records).toHaveLength(2);
		for (const link of records) expect(link).toHaveAttribute('href', `/reports/records/${idOf(901)}`);
		expect(await screen.findByText('Being sealed')).toBeVisible();
		expect(screen.getByText('300 ms before it was handed over')).toBeVisible();
		expect(screen.getByText('To the connector “Aalto SMTP”')).toBeVisible();
		expect(screen.getByText('250 Ok')).toBeVisible();
		expect(screen.getByText('No consent to measuring: opens and clicks leave no trace.')).toBeVisible();
		expect(screen.getByText('Fetched by a scanner')).toBeVisible();
		expect(screen.getByText('Kept apart, not counted as opened')).toBeVisible();
		const letter = screen.getByTitle('The message of Autumn club letter');
		expect(letter).toHaveAttribute('sandbox', '');
		for (const text of ['A of A and B', '11.8 kB', 'klubi@aalto.example']) expect(await screen.findByText(text)).toBeVisible();
	});
	it('asks for the proof once the record is sealed', async () => {
		let proofs = 0;
		const counted = refuses(recordProof, 404, { code: 'not_found' }, () => {
			proofs += 1;
		});
		await open(at, answers(delivery, { ...told, permission: { ...told.permission, sealed: true } }), counted);
		await waitFor(() => expect(proofs).toBe(1));
		expect(screen.queryByText('Being sealed')).not.toBeInTheDocument();
	});
	it('says what our own mailbox says in the reader’s language, and what other servers say as they said it', async () => {
		chooseLanguage('fi');
		const own = { ...told, connector: null, events: [{ at: AT, what: 'accepted' as const, detail: IN_MAILBOX }] };
		await open(at, answers(delivery, own));
		expect(await screen.findByText('Asennuksen omassa postilaatikossa')).toBeVisible();
		expect(screen.queryByText(IN_MAILBOX)).not.toBeInTheDocument();
	});
	it('says why a message failed in the reader’s language where we said it, and as another server said it', async () => {
		chooseLanguage('fi');
		const failed = (detail: string) => ({
			...told,
			state: 'failed' as const,
			reason: 'template',
			events: [{ at: AT, what: 'failed' as const, detail }],
		});
		const { unmount } = await open(at, answers(delivery, failed(ownSentence('tooManyParts', 9, 6))));
		expect(await screen.findByText('Siitä tulee 9 osaa, enintään 6 käy')).toBeVisible();
		unmount();
		await open(at, answers(delivery, failed('550 5.1.1 No such user here')));
		expect(await screen.findByText('550 5.1.1 No such user here')).toBeVisible();
	});
	it('names no mail server, no subject and no Message-ID of a message that another system took', async () => {
		const hooked = { ...told, channel: 5, subject: null, html: null, text: '{ "name": "Emma" }' };
		await open(at, answers(delivery, hooked));
		expect(await screen.findByText('Accepted by the other system')).toBeVisible();
		expect(screen.getByText('webhook-id')).toBeVisible();
		for (const text of ['Accepted by the mail server', 'Message-ID', 'Subject']) expect(screen.queryByText(text)).not.toBeInTheDocument();
	});
	it('of a rehearsal says that it was made, and never that somebody got it', async () => {
		const made = { ...told, rehearsal: true, messageId: null, events: [{ at: AT, what: 'accepted' as const, detail: null }] };
		await open(at, answers(delivery, made));
		expect(await screen.findByRole('heading', { level: 1, name: 'Autumn club letter could be made for Emma Lindholm' })).toBeVisible();
		expect(screen.getByText('Made, and not sent')).toBeVisible();
		expect(screen.queryByText('Accepted by the mail server')).not.toBeInTheDocument();
	});
	it('opens the whole letter, where nothing runs either', async () => {
		const app = await open(at, answers(delivery, told));
		await app.user.click(await screen.findByRole('button', { name: 'Open the letter' }));
		const letter = await screen.findByTitle('The whole message of Autumn club letter');
		expect(letter).toHaveAttribute('sandbox', '');
		await app.user.click(screen.getByRole('button', { name: 'Close' }));
		await waitFor(() => expect(screen.queryByTitle('The whole message of Autumn club letter')).not.toBeInTheDocument());
	});
	it('says why somebody was left out, and that there is no message', async () => {
		const nothing = { ...told, ...left, name: null, html: null, text: null, permission: null, events: [] };
		await open(at, answers(delivery, nothing));
		expect(await screen.findByRole('heading', { level: 1, name: 'person2@example.com was left out of Autumn club letter' })).toBeVisible();
		expect(screen.getByText('Said no.')).toBeVisible();
		expect(screen.getByText(/The message cannot be shown/)).toBeVisible();
	});
	it('says when there is no such delivery', async () => {
		await open(at, refuses(delivery, 404, { code: 'not_found' }));
		expect(await screen.findByRole('heading', { name: 'No such delivery' })).toBeVisible();
		expect(listBelow('No such delivery')).toBe('/campaigndashboard');
	});
});
