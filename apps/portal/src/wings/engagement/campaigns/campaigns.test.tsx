/** Campaigns as people use them: the list, its acts, the form, and the sheet before one runs. */
import { CHANNELS, isFiled, isPrinted } from '@luvalla/contract/channels';
import { type Purpose, purposes } from '@luvalla/contract/consent/purposes';
import { campaignBefore, campaignProgress, executeCampaign, rehearseCampaign } from '@luvalla/contract/engagement/campaign-runs';
import {
	addCampaign,
	type Campaign,
	CampaignOptions,
	campaigns,
	changeCampaign,
	copyCampaign,
	publishCampaign,
	removeCampaign,
} from '@luvalla/contract/engagement/campaigns';
import { publishedConstellations } from '@luvalla/contract/engagement/constellations';
import { type TriggeredProgress, triggeredSend } from '@luvalla/contract/engagement/journeys';
import { type Sender, senders } from '@luvalla/contract/engagement/senders';
import { audiences } from '@luvalla/contract/profiles/audiences';
import { connectors } from '@luvalla/contract/profiles/connectors';
import { segments } from '@luvalla/contract/profiles/segments';
import { customerDomainList } from '@luvalla/contract/tenancy/customers';
import { screen, waitFor, within } from '@testing-library/react';
import type { HttpHandler } from 'msw';
import { describe, expect, it } from 'vitest';
import { answers, refuses } from '#portal/lib/handlers.ts';
import { chooseLanguage } from '#portal/lib/say.ts';
import { bootOf, idOf, mapped } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';
import { keptRequests } from '#portal/test/requests.ts';
import { instantIn, localIn } from './zones.ts';

const AT = '2026-11-20T10:00:00.000Z';
const letter = { id: idOf(500), title: 'Advent mail', channel: 0, domain: 'shop.example', domainId: idOf(1), version: 2, changed: false };
const audience = (n: number, title: string, status: number) => ({
	id: idOf(300 + n),
	title,
	segments: [],
	consents: [],
	domain: 'shop.example',
	domainId: idOf(1),
	isAnd: true,
	status,
	userid: null,
	createdAt: AT,
	changedAt: AT,
});
const regulars = audience(1, 'Autumn regulars', 5);
const unready = audience(2, 'Gift ideas', 0);
const campaign = (n: number, title: string, more: Partial<Campaign> = {}): Campaign => ({
	id: idOf(600 + n),
	title,
	domain: 'shop.example',
	domainId: idOf(1),
	constellation: [{ constellationIdFK: letter.id, channel: 0 }],
	audienceIdFK: regulars.id,
	isTransactional: false,
	reason: null,
	status: 0,
	postExecutionSegmentChange: [],
	onOpenSegmentChange: [],
	onClickSegmentChange: [],
	options: CampaignOptions.parse({}),
	createdAt: AT,
	lastUpdatedAt: AT,
	targettedCount: 0,
	opens: 0,
	clicks: 0,
	run: null,
	rehearsal: null,
	...more,
});
const server = {
	id: idOf(78),
	customerId: 1,
	type: 'smtp' as const,
	config: {},
	isActive: true,
	name: 'Aalto SMTP',
	kept: {},
	direction: 'none' as const,
	domainId: null,
	nextAt: null,
	testedAt: null,
	isSuccessful: null,
	problem: null,
	runs: [],
	changedAt: AT,
};
const draft = campaign(1, 'Autumn letter');
const recall = campaign(2, 'Recall', { isTransactional: true });
const live = campaign(3, 'Club letter', { status: 1 });
const odd = campaign(4, 'From a later release', { status: 9 });

const { asked, catching } = keptRequests();
const usual: HttpHandler[] = [
	answers(campaigns, [draft, recall, live, odd], { total: 4, next: null }),
	answers(publishedConstellations, [letter]),
	answers(audiences, [regulars, unready], { total: 2, next: null }),
	answers(segments, []),
	answers(purposes, []),
	answers(connectors, []),
	answers(senders, []),
];
const open = (path: string, ...more: HttpHandler[]) =>
	renderApp(path, { handlers: [...more, ...bootOf('customerAdmin', mapped.slice(0, 2)), ...usual] });
type App = Awaited<ReturnType<typeof open>>;
const act = async (app: App, title: string, name: string) => {
	await app.user.click(await screen.findByRole('button', { name: `Actions for ${title}` }));
	await app.user.click(await screen.findByRole('menuitem', { name }));
};
const pick = async (app: App, form: HTMLElement, field: string, option: string) => {
	await app.user.click(await within(form).findByRole('combobox', { name: field }));
	await app.user.click(await screen.findByRole('option', { name: option }));
};

it('says of a campaign without a leaflet that nothing is printed, and asks for no proof', async () => {
	const row = campaign(3, 'Advent letter', { status: 1 });
	await open(`/campaigns/proof?id=${row.id}`, answers(campaigns, [row], { total: 1, next: null }));
	expect(await screen.findByText('Nothing of this campaign is printed')).toBeVisible();
	expect(screen.getByRole('link', { name: 'Change the campaign' })).toHaveAttribute('href', expect.stringContaining(`id=${row.id}`));
});
it('knows by its number which channel is printed or a file, and takes one of a later release for neither', () => {
	expect(CHANNELS.filter((_, code) => isPrinted(code))).toEqual(['leaflet']);
	expect(CHANNELS.filter((_, code) => isFiled(code))).toEqual(['leaflet', 'ad']);
	for (const code of [-1, 7, 42]) expect([isPrinted(code), isFiled(code)]).toEqual([false, false]);
});
const welcome: TriggeredProgress = {
	...{
		id: idOf(650),
		title: 'Welcome',
		domain: 'shop.example',
		domainId: idOf(1),
		state: 'draft',
		isPaused: false,
		version: 0,
		since: null,
	},
	...{ createdAt: AT, lastUpdatedAt: AT, entered: 0, waiting: 0, finished: 0, left: 0, lastDay: 0, medianMs: null, waitsForCredits: null },
	journey: { trigger: { kind: 'joined', segmentId: idOf(9) }, againDays: null, delayMinutes: 0, first: idOf(8), after: null },
	options: CampaignOptions.parse({}),
	...{ steps: [], reasons: [], older: [], names: {}, problems: [] },
};
it('says how soon the first message of a triggered send is handed over, where that is known', async () => {
	const first = { entered: 12_406, waiting: 0, left: 288, finished: 12_118, unseen: 0, run: idOf(7), channel: 0, title: 'Hello' };
	const app = await open(
		`/campaigns/triggered/${welcome.id}`,
		answers(triggeredSend, { ...welcome, steps: [{ step: 'first', ...first }], medianMs: 812.4 }),
	);
	expect(await screen.findByText(/12,118 handed over, 0\.8 s after they came at the median/)).toBeVisible();
	app.unmount();
	await open(`/campaigns/triggered/${welcome.id}`, answers(triggeredSend, { ...welcome, steps: [{ step: 'first', ...first }] }));
	expect(await screen.findByText('Hello')).toBeVisible();
	expect(screen.queryByText(/handed over/)).toBeNull();
});
it('leads from a triggered send without a sender to a new one, and takes it', async () => {
	const app = await open(`/campaigns/triggered/${welcome.id}?edit=yes`, answers(triggeredSend, welcome), answers(senders, []));
	const form = await screen.findByRole('dialog', { name: 'Welcome' });
	await app.user.click(await within(form).findByText('Permission and sender'));
	await app.user.click(await within(form).findByRole('button', { name: 'Add a sender' }));
	await waitFor(() => expect(app.router.state.location.pathname).toBe('/connectors/senders'));
	expect(app.router.state.location.search).toMatchObject({ id: 'new', triggered: welcome.id, domain: idOf(1) });
	app.unmount();
	const mine = { id: idOf(808), domainId: idOf(1), domain: 'shop.example', name: 'Club', address: 'club@mail.example', replyTo: null };
	const made: Sender = {
		...mine,
		postal: 'Aalto Oy',
		dkim: { name: 'k', text: 'p' },
		checks: null,
		ready: false,
		checkedAt: null,
		changedAt: AT,
	};
	const usualOne: Sender = { ...made, id: idOf(809), name: 'Shop', address: 'shop@mail.example', ready: true };
	const leading = await open(
		`/campaigns/triggered/${welcome.id}?edit=yes&sender=${made.id}`,
		answers(triggeredSend, welcome),
		answers(senders, [usualOne, made]),
	);
	const again = await screen.findByRole('dialog', { name: 'Welcome' });
	expect(await within(again).findByText('Club, club@mail.example')).toBeVisible();
	await leading.user.click(within(again).getByText('Permission and sender'));
	expect(within(again).getByText('Its DNS records are not in order yet.')).toBeVisible();
	expect(within(again).getByRole('combobox', { name: 'Sender' })).toHaveValue('Club, club@mail.example');
});
it('leads from what is in the way of a triggered send to where it is mended', async () => {
	const { id } = welcome;
	const said = (code: string) => ({ code, message: { en: `What ${code} says.`, fi: code } });
	await open(`/campaigns/triggered/${id}`, answers(triggeredSend, { ...welcome, problems: [said('no_connector'), said('no_postal')] }));
	const problems = within(await screen.findByRole('region', { name: 'In the way of starting it' }));
	expect(problems.getByRole('link', { name: 'Open connectors' })).toHaveAttribute('href', expect.stringContaining('/connectors'));
	expect(problems.getByRole('link', { name: 'Choose the sender' })).toHaveAttribute(
		'href',
		expect.stringContaining(`/campaigns/triggered/${id}?edit=yes`),
	);
});

describe('the list', () => {
	it('shows statuses in words, one that nobody knows by its number', async () => {
		await open('/campaigns', answers(campaigns, catching([draft, live, odd]), { total: 3, next: null }));
		expect(await screen.findByRole('link', { name: 'Autumn letter' })).toBeVisible();
		for (const text of ['Draft', 'Published', 'Status 9']) expect(screen.getByText(text)).toBeVisible();
		expect(asked[0]?.headers.get('domain_key')).toBe(idOf(1));
		expect(screen.getByText('3 campaigns')).toHaveAttribute('role', 'status');
	});
	it('publishes a draft, copies, and deletes after a question', async () => {
		const app = await open(
			'/campaigns',
			answers(publishCampaign, catching({ ...draft, status: 1 })),
			answers(removeCampaign, catching({ id: draft.id })),
			answers(copyCampaign, catching(campaign(9, 'Autumn letter 2'))),
		);
		await act(app, 'Autumn letter', 'Publish');
		expect(await screen.findByText('Campaign published successfully.')).toBeVisible();
		await act(app, 'Autumn letter', 'Delete');
		const question = within(await screen.findByRole('dialog', { name: 'Delete the campaign Autumn letter?' }));
		expect(asked).toHaveLength(1);
		await app.user.click(question.getByRole('button', { name: 'Delete campaign' }));
		expect(await screen.findByText('Campaign deleted successfully.')).toBeVisible();
		expect(asked[1]?.url.searchParams.get('id')).toBe(draft.id);
		await act(app, 'Autumn letter', 'Copy');
		await waitFor(() => expect(app.router.state.location.search).toMatchObject({ id: idOf(609) }));
	});
	it('asks why a transactional one needs nobody’s yes, and publishes none without a reason', async () => {
		const app = await open('/campaigns', answers(publishCampaign, catching({ ...recall, status: 1 })));
		await act(app, 'Recall', 'Publish');
		const question = within(await screen.findByRole('dialog', { name: 'Publish the campaign Recall?' }));
		expect(question.getByRole('button', { name: 'Publish campaign' })).toBeDisabled();
		await app.user.type(question.getByRole('textbox', { name: 'Why it needs nobody’s yes' }), ' A lamp is recalled ');
		await app.user.click(question.getByRole('button', { name: 'Publish campaign' }));
		expect(await screen.findByText('Campaign published successfully.')).toBeVisible();
		expect(asked[0]?.body).toEqual({ reason: 'A lamp is recalled', lastUpdatedAt: recall.lastUpdatedAt });
	});
	it('says what to do when there is none, and what failed, in Finnish too', async () => {
		const app = await open('/campaigns', answers(campaigns, [], { total: 0, next: null }));
		expect(await screen.findByText('No campaigns on this domain yet')).toBeVisible();
		app.unmount();
		chooseLanguage('fi');
		await open('/campaigns', refuses(campaigns, 503, { code: 'unavailable' }));
		expect(await screen.findByText('Kampanjoita ei saatu ladattua.')).toBeVisible();
	});
	it('opens without content management, and says so', async () => {
		await renderApp('/campaigns', { handlers: [...bootOf('customerAdmin', mapped.slice(2)), ...usual] });
		expect(await screen.findByText(/Content management is off for this customer/)).toBeVisible();
		expect(screen.queryByRole('button', { name: 'Campaigns' })).toBeNull();
	});
	it('says Domains Not Avaliable to who administers none', async () => {
		await renderApp('/campaigns', { handlers: [...bootOf('domainAdmin', mapped.slice(1, 2)), ...usual] });
		expect(await screen.findByRole('heading', { name: 'Domains Not Avaliable' })).toBeVisible();
	});
});

describe('the form', () => {
	it('shows shares as they are written in Finnish', async () => {
		chooseLanguage('fi');
		await open('/campaigns?id=new');
		const form = await screen.findByRole('dialog', { name: 'Uusi kampanja' });
		expect(within(form).getByLabelText('Keskeytä, kun valituksia on yli, %')).toHaveValue('0,1');
		chooseLanguage('en');
	});
	it('says of segment changes where there is no segment that people can be put into', async () => {
		const app = await open('/campaigns?id=new');
		const form = await screen.findByRole('dialog', { name: 'New campaign' });
		await app.user.click(within(form).getByText('Segment changes'));
		await app.user.click(within(form).getByRole('button', { name: 'On opening: Add a change' }));
		expect(within(form).getByText(/^There is none yet: add a segment without a rule/)).toBeVisible();
	});
	it('sends nothing while it is empty, with the specified sentence', async () => {
		const app = await open('/campaigns?id=new', answers(addCampaign, catching(draft)));
		const form = await screen.findByRole('dialog', { name: 'New campaign' });
		await app.user.click(await within(form).findByRole('button', { name: 'Save campaign' }));
		expect(await within(form).findByText('Please enter valid campaign details')).toBeVisible();
		expect(asked).toEqual([]);
	});
	it('names constellations and audiences, and those that are not approved as such; sends the whole', async () => {
		const app = await open('/campaigns?id=new', answers(addCampaign, catching(draft)));
		const form = await screen.findByRole('dialog', { name: 'New campaign' });
		await app.user.type(await within(form).findByRole('textbox', { name: 'Title' }), ' Autumn letter ');
		await pick(app, form, 'Email', 'Advent mail');
		await app.user.click(within(form).getByRole('combobox', { name: 'Audience' }));
		expect(await screen.findByRole('option', { name: 'Gift ideas (not approved)' })).toBeInTheDocument();
		await app.user.click(screen.getByRole('option', { name: 'Autumn regulars' }));
		await app.user.type(within(form).getByLabelText(/^Messages a minute/), '60');
		await app.user.click(within(form).getByRole('button', { name: 'Save campaign' }));
		expect(await screen.findByText('Campaign added successfully.')).toBeVisible();
		expect(asked[0]?.body).toMatchObject({
			title: 'Autumn letter',
			domain: 'shop.example',
			constellation: [{ constellationIdFK: letter.id, channel: 0 }],
			audienceIdFK: regulars.id,
			isTransactional: false,
			options: { throttle: 60, cap: null, quiet: null, unknown: 'leave', complaintLimit: 0.001, bounceLimit: 0.05 },
		});
	});
	it('finds an audience beyond those it offers at once by its title, and names the one that it has', async () => {
		const many = Array.from({ length: 25 }, (_, n) => audience(100 + n, `Audience ${n}`, 5));
		const late = audience(60, 'Zebra club', 5);
		const found = answers(
			audiences,
			({ url }) => {
				const { q, filter } = Object.fromEntries(url.searchParams);
				if (filter !== undefined) return filter === `id:${regulars.id}` ? [regulars] : filter === `id:${late.id}` ? [late] : [];
				return q === undefined ? many : q === 'zeb' ? [late] : [];
			},
			{ total: 60, next: null },
		);
		const app = await open(`/campaigns?id=${draft.id}`, found, answers(changeCampaign, catching(draft)));
		const form = await screen.findByRole('dialog', { name: draft.title });
		const one = () => within(form).getByRole('combobox', { name: 'Audience' });
		await waitFor(() => expect(one()).toHaveValue('Autumn regulars'));
		await app.user.click(one());
		await screen.findByRole('option', { name: 'Audience 24' });
		await app.user.clear(one());
		await app.user.type(one(), 'zeb');
		await app.user.click(await screen.findByRole('option', { name: 'Zebra club' }));
		await app.user.click(within(form).getByRole('button', { name: 'Save campaign' }));
		await waitFor(() => expect(asked[0]?.body).toMatchObject({ audienceIdFK: late.id }));
	});
	it('waits for the domains of ADMIN’s customer, and keeps what was written when another one is chosen', async () => {
		const app = await renderApp('/campaigns?customer=1&id=new', {
			handlers: [answers(addCampaign, catching(draft)), ...bootOf('admin'), ...usual],
		});
		const form = await screen.findByRole('dialog', { name: 'New campaign' });
		await app.user.type(await within(form).findByRole('textbox', { name: 'Title' }), 'Autumn letter');
		await pick(app, form, 'Email', 'Advent mail');
		await pick(app, form, 'Audience', 'Autumn regulars');
		await pick(app, form, 'Domain', 'club.example');
		expect(within(form).getByRole('textbox', { name: 'Title' })).toHaveValue('Autumn letter');
		expect(within(form).getByRole('combobox', { name: 'Audience' })).toHaveValue('');
		await app.user.click(within(form).getByRole('button', { name: 'Save campaign' }));
		expect(await screen.findByText('Campaign added successfully.')).toBeVisible();
		expect(asked[0]?.body).toMatchObject({ title: 'Autumn letter', domain: 'club.example', constellation: [] });
	});
	it('says so where ADMIN’s customer has no domain', async () => {
		const none = answers(customerDomainList, [{ customerId: 1, customerName: 'Aalto Oy', domains: [] }]);
		await renderApp('/campaigns?customer=1&id=new', { handlers: [none, ...bootOf('admin'), ...usual] });
		const form = await screen.findByRole('dialog', { name: 'New campaign' });
		expect(await within(form).findByText('Domains Not Avaliable')).toBeVisible();
	});
	it('says that senders could not be loaded, and not that none is chosen', async () => {
		await open('/campaigns?id=new', refuses(senders, 503, { code: 'unavailable' }));
		const form = await screen.findByRole('dialog', { name: 'New campaign' });
		expect(await within(form).findByRole('button', { name: 'Try again' })).toBeVisible();
		expect(within(form).queryByText('No sender is chosen.')).toBeNull();
	});
	it('keeps what is written when a sender is added, and asks nothing', async () => {
		const made = { ...draft, title: 'Autumn letter' };
		const app = await open(`/campaigns?id=new&audience=${regulars.id}`, answers(senders, []), answers(addCampaign, catching(made)));
		const form = await screen.findByRole('dialog', { name: 'New campaign' });
		await app.user.type(await within(form).findByRole('textbox', { name: 'Title' }), 'Autumn letter');
		await app.user.click(within(form).getByText('Sender and connector'));
		await app.user.click(await within(form).findByRole('button', { name: 'Add a sender' }));
		await waitFor(() => expect(app.router.state.location.pathname).toBe('/connectors/senders'));
		expect(screen.queryByRole('alertdialog')).toBeNull();
		expect(asked[0]?.body).toMatchObject({ title: 'Autumn letter', audienceIdFK: regulars.id });
		expect(app.router.state.location.search).toMatchObject({ id: 'new', campaign: draft.id, domain: idOf(1) });
	});
	it('goes on to a new sender without saving where nothing was changed', async () => {
		const app = await open(`/campaigns?id=${live.id}`, answers(senders, []), answers(changeCampaign, catching(live)));
		const form = await screen.findByRole('dialog', { name: /Club letter/ });
		await app.user.click(await within(form).findByText('Sender and connector'));
		await app.user.click(await within(form).findByRole('button', { name: 'Add a sender' }));
		await waitFor(() => expect(app.router.state.location.pathname).toBe('/connectors/senders'));
		expect(app.router.state.location.search).toMatchObject({ id: 'new', campaign: live.id });
		expect(asked).toEqual([]);
	});
	it('takes the sender that was made for it', async () => {
		const mine = { id: idOf(808), domainId: idOf(1), domain: 'shop.example', name: 'Club', address: 'club@mail.example' };
		const one: Sender = {
			...mine,
			...{ replyTo: null, postal: 'Aalto Oy', dkim: { name: 'k', text: 'p' }, checks: null, ready: false, checkedAt: null, changedAt: AT },
		};
		const ready: Sender = { ...one, id: idOf(809), name: 'Shop', address: 'shop@mail.example', ready: true };
		const saves = [answers(senders, [ready, one]), answers(changeCampaign, catching(draft))];
		const app = await open(`/campaigns?id=${draft.id}&sender=${one.id}`, ...saves);
		const form = await screen.findByRole('dialog', { name: /Autumn letter/ });
		expect(await within(form).findByText('Club, club@mail.example')).toBeVisible();
		await app.user.click(within(form).getByRole('button', { name: 'Save campaign' }));
		await waitFor(() => expect(asked[0]?.body).toMatchObject({ options: { senderId: one.id } }));
	});
	it('leaves adding a sender to those who may', async () => {
		await renderApp(`/campaigns?id=${draft.id}`, {
			handlers: [answers(senders, []), ...bootOf('domainAdmin', mapped.slice(0, 2)), ...usual],
		});
		const form = await screen.findByRole('dialog', { name: /Autumn letter/ });
		expect(await within(form).findByText('This domain has no sender yet. A customer admin adds one.')).toBeInTheDocument();
		expect(within(form).queryByRole('button', { name: 'Add a sender', hidden: true })).toBeNull();
	});
	it('does not ask for a sender where the installation has none', async () => {
		await open('/campaigns?id=new');
		const form = await screen.findByRole('dialog', { name: 'New campaign' });
		await within(form).findByText('Sender and connector');
		expect(within(form).queryByLabelText('Sender')).toBeNull();
	});
	it('asks neither for a sender nor for a second subject where messages have none', async () => {
		const texts = campaign(5, 'Texts', { constellation: [{ constellationIdFK: letter.id, channel: 1 }] });
		await open(`/campaigns?id=${texts.id}`, answers(campaigns, [texts], { total: 1, next: null }));
		const form = await screen.findByRole('dialog', { name: 'Texts' });
		expect(await within(form).findByRole('combobox', { name: /^Connector for SMS/ })).toBeInTheDocument();
		expect(within(form).queryByText('Sender and connector')).toBeNull();
		expect(within(form).queryByLabelText(/^Second subject/)).toBeNull();
	});
	it('shows a connector that is gone as such, and takes another one', async () => {
		const sends = campaign(5, 'By a lost server', {
			constellation: [{ constellationIdFK: letter.id, channel: 0 }],
			options: CampaignOptions.parse({ connectors: { 0: idOf(77) } }),
		});
		const app = await open(
			`/campaigns?id=${sends.id}`,
			answers(campaigns, [sends], { total: 1, next: null }),
			answers(connectors, [server]),
			answers(changeCampaign, catching(sends)),
		);
		const form = await screen.findByRole('dialog', { name: 'By a lost server' });
		expect(await within(form).findByText(/^The connector that was chosen was deleted or switched off/)).toBeVisible();
		const field = within(form).getByRole('combobox', { name: /^Connector for Email/ });
		expect(field).toHaveValue('One that is no longer active');
		await app.user.click(field);
		await app.user.click(await screen.findByRole('option', { name: 'Aalto SMTP' }));
		expect(within(form).queryByText(/^The connector that was chosen/)).toBeNull();
		await app.user.click(within(form).getByRole('button', { name: 'Save campaign' }));
		await waitFor(() => expect(asked[0]?.body).toMatchObject({ options: { connectors: { 0: server.id } } }));
	});
	it('offers purposes that permit messages by its channels, and says why one that was chosen permits none', async () => {
		const purpose = (n: number, name: string, channels: Purpose['channels'], more: Partial<Purpose> = {}): Purpose => ({
			...{ id: idOf(900 + n), domainId: idOf(1), domain: 'shop.example', name, legalBasis: 'consent', basis: 'consent', version: 1 },
			...{ retentionMonths: null, shortening: null, createdAt: AT, live: false, yes: 0, no: 0, versions: [], basisSegment: null },
			...{ tracks: false, editable: true, channels },
			...more,
		});
		const letters = purpose(1, 'Newsletter', ['email', 'leaflet']);
		const others = [purpose(4, 'Alarms', ['sms']), purpose(5, 'Invoices', ['email'], { basis: 'contract' })];
		const texts = purpose(2, 'Text messages', ['sms']);
		const duty = purpose(3, 'Receipts', ['email'], { basis: 'contract' });
		const row = campaign(5, 'Chosen before', { options: CampaignOptions.parse({ purposes: [texts.id, duty.id, idOf(999)] }) });
		const app = await open(
			`/campaigns?id=${row.id}`,
			answers(campaigns, [row], { total: 1, next: null }),
			answers(purposes, [letters, texts, duty, ...others]),
			answers(changeCampaign, catching(row)),
		);
		const form = await screen.findByRole('dialog', { name: 'Chosen before' });
		expect(await within(form).findByText(/Text messages does not permit Email, so it counts for nothing here\./)).toBeVisible();
		expect(within(form).getByText(/Receipts permits messages that a contract needs, and no others\./)).toBeVisible();
		expect(within(form).getByText(/One that was chosen is not here any more: remove it\./)).toBeVisible();
		const field = within(form).getByRole('combobox', { name: /^Purposes that permit it/ });
		await app.user.click(field);
		const option = await screen.findByRole('option', { name: 'Newsletter' });
		for (const { name } of [...others, texts, duty]) expect(screen.queryByRole('option', { name })).toBeNull();
		await app.user.click(option);
		await app.user.click(within(form).getByRole('button', { name: 'Save campaign' }));
		await waitFor(() => expect(asked[0]?.body).toMatchObject({ options: { purposes: [texts.id, duty.id, idOf(999), letters.id] } }));
	});
	it('goes on with the focus in a change that was added, and beside one that was taken away', async () => {
		const app = await open('/campaigns?id=new');
		const form = await screen.findByRole('dialog', { name: 'New campaign' });
		await app.user.click(await within(form).findByText('Segment changes'));
		const add = within(form).getByRole('button', { name: 'After execution: Add a change' });
		const first = () => within(form).getAllByRole('combobox', { name: 'What happens' });
		await app.user.click(add);
		await waitFor(() => expect(first()[0]).toHaveFocus());
		await app.user.click(add);
		await waitFor(() => expect(first()[1]).toHaveFocus());
		await app.user.click(within(form).getByRole('button', { name: 'After execution: Remove change 2' }));
		await waitFor(() => expect(first()[0]).toHaveFocus());
		await app.user.click(within(form).getByRole('button', { name: 'After execution: Remove change 1' }));
		await waitFor(() => expect(add).toHaveFocus());
	});
	it('says what is wrong with numbers and times, and that a published one becomes a draft', async () => {
		const app = await open(`/campaigns?id=${live.id}`, answers(changeCampaign, catching(live)));
		const form = await screen.findByRole('dialog', { name: 'Club letter' });
		expect(await within(form).findByText('It is published. When you save it, it is a draft again.')).toBeVisible();
		await app.user.type(within(form).getByLabelText(/^Messages a minute/), '1.5');
		await app.user.type(within(form).getByLabelText(/^Messages at most/), '3');
		await app.user.click(within(form).getByRole('button', { name: 'Save campaign' }));
		expect(await within(form).findByText('Use a whole number from 1 to 1,000,000')).toBeInTheDocument();
		expect(within(form).getByText('Say both: how many, and in how many days')).toBeInTheDocument();
		expect(asked).toEqual([]);
	});
	it('says of one that has run that it has, and not that it is published', async () => {
		const stopped = campaign(5, 'Stopped letter', { status: 3 });
		await open(`/campaigns?id=${stopped.id}`, answers(campaigns, [stopped], { total: 1, next: null }));
		const form = await screen.findByRole('dialog', { name: 'Stopped letter' });
		expect(await within(form).findByText('It has run. Saving it makes it a draft again; its runs stay.')).toBeVisible();
		expect(within(form).queryByText(/^It is published/)).toBeNull();
	});
	it('keeps what was written of one that runs, with the server’s sentence', async () => {
		const running = campaign(5, 'Running letter', { status: 2 });
		const sentence = 'It runs, or waits to. Stop it before you change it.';
		const app = await open(
			`/campaigns?id=${running.id}`,
			answers(campaigns, [running], { total: 1, next: null }),
			refuses(changeCampaign, 409, { code: 'campaign_running', error: sentence }),
		);
		const form = await screen.findByRole('dialog', { name: 'Running letter' });
		await app.user.type(await within(form).findByRole('textbox', { name: 'Title' }), '!');
		await app.user.click(within(form).getByRole('button', { name: 'Save campaign' }));
		await waitFor(() => expect(screen.getAllByText(sentence)).toHaveLength(2));
		expect(within(form).getByRole('textbox', { name: 'Title' })).toHaveValue('Running letter!');
	});
	it('shows the specified sentence when it could not be changed, and a taken title at its field', async () => {
		const app = await open(`/campaigns?id=${draft.id}`, refuses(changeCampaign, 500, { code: 'unexpected' }));
		const form = await screen.findByRole('dialog', { name: 'Autumn letter' });
		await app.user.type(await within(form).findByRole('textbox', { name: 'Title' }), '!');
		await app.user.click(within(form).getByRole('button', { name: 'Save campaign' }));
		expect(await screen.findByText('Could not update campaign')).toBeVisible();
	});
	it('says Invalid Campaign where the address names none', async () => {
		await open(
			`/campaigns?id=${idOf(999)}`,
			answers(campaigns, ({ url }) => (url.searchParams.has('filter') ? [] : [draft]), { total: 0, next: null }),
		);
		expect(await screen.findByText('Invalid Campaign')).toBeVisible();
	});
});

describe('the sheet before it runs', () => {
	const sheet = {
		targeted: 40_744,
		reached: 33_418,
		ms: 24,
		state: 'ready' as const,
		lanes: [
			{
				channel: 0,
				reachable: 31_902,
				left: [{ reason: 'said_no' as const, count: 6914 }],
				priceMicros: 1000,
				baseMicros: 0,
				units: null,
				isExact: true,
				costMicros: 31_902_000,
				perMinute: 1000,
				minutes: 31.9,
				connector: { id: idOf(700), name: 'Aalto SMTP', testedAt: AT, isSuccessful: true },
				trackable: 20_000,
			},
		],
		currency: 'EUR',
		credits: null,
		later: null,
		had: 0,
		sender: null,
		problems: [],
		warnings: [],
	};
	const rehearsal = {
		id: idOf(800),
		kind: 'rehearsal' as const,
		state: 'done' as const,
		why: null,
		beginsAt: AT,
		preparedAt: AT,
		endedAt: AT,
	};
	const scheduled = campaign(3, 'Advent letter', {
		status: 1,
		rehearsal,
		options: CampaignOptions.parse({ beginsAt: '2099-11-26T07:00:00.000Z', timeZone: 'Europe/Helsinki' }),
	});
	const progress = {
		run: rehearsal,
		targeted: 40_744,
		states: { waiting: 0, deferred: 0, accepted: 31_896, failed: 6, skipped: 8842, unknown: 0 },
		inHand: 0,
		reasons: [],
		opened: 0,
		clicked: 0,
		machines: 0,
		trackable: 0,
		left: 0,
		complained: 0,
		arrived: 0,
		bounced: 0,
		costMicros: 0,
		currency: 'EUR',
		credits: null,
		perMinute: 0,
		minutesLeft: null,
		deferredTo: null,
		throttle: null,
		onSite: false,
		series: [],
		at: AT,
	};
	const of = (row: Campaign, ...more: HttpHandler[]) =>
		open(
			`/campaigns/before?id=${row.id}`,
			...more,
			answers(campaigns, [row], { total: 1, next: null }),
			answers(campaignBefore, sheet),
			answers(campaignProgress, progress),
		);
	it('says whom it reaches, why not the rest, what it costs, and when the button executes it', async () => {
		const app = await of(scheduled, answers(executeCampaign, catching({ ...scheduled, status: 2 })));
		expect(await screen.findByText(/of 40,744 people in “Autumn regulars” get a message/)).toBeVisible();
		const table = within(screen.getByRole('table', { name: 'Who gets what, and who does not' }));
		expect(table.getByRole('row', { name: 'Said no 6,914' })).toBeVisible();
		expect(table.getByRole('row', { name: /^Cost 31.90/ })).toBeVisible();
		expect(table.getByRole('row', { name: /^Connector Aalto SMTP answered its test/ })).toBeVisible();
		expect(table.getByRole('link', { name: '6,914' })).toHaveAttribute('href', expect.stringContaining(`run=${rehearsal.id}`));
		expect(await screen.findByText(/31,896 messages could be made, 6 could not, left out: 8,842/)).toBeVisible();
		await app.user.click(screen.getByRole('button', { name: 'Execute on Nov-26 at 09:00' }));
		expect(await screen.findByText('Campaign queued for execution.')).toBeVisible();
		await waitFor(() => expect(app.path()).toBe('/campaigndashboard'));
		expect(asked[0]?.params.id).toBe(scheduled.id);
	});
	it('says a person where it is one', async () => {
		await of(scheduled, answers(campaignBefore, { ...sheet, targeted: 1, reached: 1 }));
		expect(await screen.findByText(/of 1 person in “Autumn regulars” gets a message/)).toBeVisible();
	});
	it('says that half of the people get another subject, and which segments people are moved between', async () => {
		const change = (n: number, segmentName: string, isRemove = false) => ({ segmentId: idOf(n), segmentName, isRemove, domain: '' });
		const row = campaign(3, 'Advent letter', {
			status: 1,
			options: CampaignOptions.parse({ secondSubject: 'Lights again' }),
			postExecutionSegmentChange: [change(71, 'Written to'), change(72, 'Reminded'), change(73, 'Waiting', true)],
			onClickSegmentChange: [change(74, 'Keen')],
		});
		await of(row);
		expect(await screen.findByText('Half of the people get another subject: Lights again')).toBeVisible();
		expect(
			screen.getByText('After execution: put into the segments Written to and Reminded; taken out of the segment Waiting'),
		).toBeVisible();
		expect(screen.getByText('On clicking: put into the segment Keen')).toBeVisible();
		expect(screen.queryByText(/^On opening/)).toBeNull();
	});
	it('says nothing besides where nothing else happens', async () => {
		await of(campaign(3, 'Advent letter', { status: 1 }));
		expect(await screen.findByText(/get a message/)).toBeVisible();
		expect(screen.queryByRole('heading', { name: 'What else happens' })).toBeNull();
	});
	it('says no number of what is still being counted', async () => {
		await of(campaign(3, 'Advent letter', { status: 1 }), answers(campaignBefore, { ...sheet, state: 'building' as const }));
		expect(await screen.findByText('They are still being counted: this takes a moment.')).toBeVisible();
		expect(screen.queryByText('Who gets what, and who does not')).toBeNull();
	});
	it('says no number and rehearses nothing before what is in the way is done', async () => {
		const problems = [{ code: 'audience_not_approved', message: { en: 'Approve the audience first.', fi: 'Hyväksy ensin kohderyhmä.' } }];
		await of(
			campaign(3, 'Advent letter'),
			answers(campaignBefore, { ...sheet, targeted: 0, reached: 0, lanes: [], state: 'unready' as const, problems }),
		);
		expect(await screen.findByText('Nobody is counted yet: what is in the way comes first.')).toBeVisible();
		expect(screen.getByText('Approve the audience first.')).toBeVisible();
		const way = screen.getByRole('link', { name: 'Open the audience' });
		expect(way).toHaveAttribute('href', expect.stringContaining(`/audiences/${campaign(3, 'Advent letter').audienceIdFK}`));
		expect(screen.queryByText(/get a message/)).toBeNull();
		expect(screen.getByRole('button', { name: 'Rehearse' })).toBeDisabled();
	});
	it('says aloud that nobody is named as the sender where that keeps nobody from sending, and of each record what should be there', async () => {
		const warnings = [{ code: 'no_sender', message: { en: 'Choose who the letters are from.', fi: 'Valitse, keneltä kirjeet tulevat.' } }];
		const row = campaign(3, 'Advent letter', { status: 1 });
		await of(row, answers(campaignBefore, { ...sheet, warnings }));
		const note = await screen.findByRole('note');
		expect(note).toHaveTextContent('Choose who the letters are from. This is the sample, so letters leave all the same');
		expect(within(note).getByRole('link', { name: 'Choose the sender' })).toHaveAttribute('href', expect.stringContaining(`id=${row.id}`));
		expect(screen.getByRole('button', { name: 'Execute campaign' })).toBeEnabled();
	});
	it('says of each record of the sender what was found and what should be there, and leads to them', async () => {
		const check = (what: 'spf' | 'dkim' | 'dmarc' | 'alignment', ok: boolean) => ({
			what,
			ok,
			found: `Found of ${what}.`,
			wanted: `Wanted of ${what}`,
		});
		const sender = {
			id: campaign(9, 'x').id,
			name: 'Aalto klubi',
			address: 'klubi@aalto.example',
			checkedAt: AT,
			checks: [check('spf', true), check('dkim', false), check('dmarc', true), check('alignment', false)],
		};
		await of(campaign(3, 'Advent letter', { status: 1 }), answers(campaignBefore, { ...sheet, sender }));
		expect(await screen.findByText('Wanted of dkim')).toBeVisible();
		expect(screen.getByText(/Found of alignment\./)).toBeVisible();
		expect(screen.queryByText('Wanted of spf')).toBeNull();
		expect(screen.getByRole('link', { name: 'What the DNS has to say' })).toHaveAttribute(
			'href',
			expect.stringContaining('/connectors/senders'),
		);
		expect(screen.queryByText(/These hold nothing back now/)).toBeNull();
	});
	it('says that the records hold nothing back while letters go by the installation’s own mail, unless they do', async () => {
		const sender = {
			id: idOf(9),
			name: 'Aalto klubi',
			address: 'klubi@aalto.example',
			checkedAt: AT,
			checks: [{ what: 'spf' as const, ok: false, found: 'There is no record.', wanted: 'One' }],
		};
		const lanes = sheet.lanes.map((lane) => ({ ...lane, connector: null }));
		const problems = [{ code: 'sender_not_checked', message: { en: 'Not in order.', fi: 'Ei kunnossa.' } }];
		const row = campaign(3, 'Advent letter', { status: 1 });
		const { unmount } = await of(row, answers(campaignBefore, { ...sheet, sender, lanes }));
		expect(await screen.findByText(/These hold nothing back now/)).toBeVisible();
		unmount();
		await of(row, answers(campaignBefore, { ...sheet, sender, lanes, problems }));
		expect(await screen.findByText('Not in order.')).toBeVisible();
		expect(screen.queryByText(/These hold nothing back now/)).toBeNull();
	});
	it('names what is in the way and executes nothing then', async () => {
		const problems = [{ code: 'no_sender', message: { en: 'Choose who the letters are from.', fi: 'Valitse, keneltä kirjeet tulevat.' } }];
		await of(campaign(3, 'Advent letter', { status: 1 }), answers(campaignBefore, { ...sheet, problems }));
		expect(await screen.findByText('Choose who the letters are from.')).toBeVisible();
		expect(screen.getByRole('button', { name: 'Execute campaign' })).toBeDisabled();
	});
	const credits = { neededMicros: 88_334_000, balanceMicros: 120_000_000, shortMicros: 0, priceCents: 1000 };
	const lacking = { ...credits, balanceMicros: 64_208_000, shortMicros: 24_126_000 };
	const noCredits = {
		code: 'no_credits',
		message: { en: '24.126 credits short: this needs 88.334.', fi: 'Puuttuu 24,126 krediittiä: tähän tarvitaan 88,334.' },
	};
	it('says what it takes of the credits and what is left after it', async () => {
		await of(campaign(3, 'Advent letter', { status: 1 }), answers(campaignBefore, { ...sheet, credits }));
		expect(await screen.findByText('88.334 credits of 120.000: 31.666 are left')).toBeVisible();
		expect(screen.getByRole('button', { name: 'Execute campaign' })).toBeEnabled();
	});
	it('is not executed while credits are short, says how many lack, and leads to buying them', async () => {
		await of(campaign(3, 'Advent letter', { status: 1 }), answers(campaignBefore, { ...sheet, credits: lacking, problems: [noCredits] }));
		expect(await screen.findByText('88.334 credits of 64.208: 24.126 short')).toBeVisible();
		expect(screen.getByText('24.126 credits short: this needs 88.334.')).toBeVisible();
		expect(screen.getByRole('link', { name: 'Buy credits' })).toHaveAttribute('href', expect.stringContaining('/manageaccount/credits'));
		expect(screen.getByRole('button', { name: 'Execute campaign' })).toBeDisabled();
	});
	it('may be queued for later all the same, and says what will lack', async () => {
		await of(campaign(3, 'Advent letter', { status: 1 }), answers(campaignBefore, { ...sheet, credits: lacking, warnings: [noCredits] }));
		const note = await screen.findByText('24.126 credits short: this needs 88.334.', { exact: false });
		expect(within(note.closest('[role="note"]') as HTMLElement).getByRole('link', { name: 'Buy credits' })).toBeVisible();
		expect(screen.getByRole('button', { name: 'Execute campaign' })).toBeEnabled();
	});
	it('says how many get theirs later and by when, by their own clocks', async () => {
		const quiet = campaign(3, 'Advent letter', {
			status: 1,
			options: CampaignOptions.parse({ quiet: { from: 21, to: 8 }, timeZone: 'Europe/Helsinki' }),
		});
		await of(quiet, answers(campaignBefore, { ...sheet, later: { count: 1214, until: '2026-11-26T13:00:00.000Z' } }));
		expect(await screen.findByText(/1,214 people get theirs later, the last by Nov-26-2026, 15:00 \(Europe\/Helsinki\)\./)).toBeVisible();
	});

	it('publishes a draft from where it asks for it', async () => {
		const app = await of(draft, answers(publishCampaign, catching({ ...draft, status: 1 })));
		await app.user.click(await screen.findByRole('button', { name: 'Publish' }));
		expect(await screen.findByText('Campaign published successfully.')).toBeVisible();
		expect(asked[0]?.params.id).toBe(draft.id);
	});
	it('asks for a draft to be published first, and rehearses it all the same', async () => {
		const app = await of(draft, answers(rehearseCampaign, catching({ ...draft, rehearsal })));
		expect(await screen.findByText('Publish it first.')).toBeVisible();
		await app.user.click(screen.getByRole('button', { name: 'Rehearse' }));
		expect(await screen.findByText('Dress rehearsal started.')).toBeVisible();
		expect(asked[0]?.params.id).toBe(draft.id);
	});
	it('shows the specified sentence when it could not be executed', async () => {
		const app = await of(live, refuses(executeCampaign, 500, { code: 'unexpected' }));
		await app.user.click(await screen.findByRole('button', { name: 'Execute campaign' }));
		expect(await screen.findByText('We encountered a problem while executing the campaign.')).toBeVisible();
	});
	it('is all in Finnish, with Finnish numbers and money', async () => {
		chooseLanguage('fi');
		await of(scheduled);
		expect(await screen.findByRole('button', { name: /^Suorita 26\.11\. klo 9[.]00$/ })).toBeVisible();
		expect((await screen.findAllByText(/31,90\s€/))[0]).toBeVisible();
	});
});

describe('clocks of zones', () => {
	it('reads and writes the zone’s own clock, in summer and winter', () => {
		expect(instantIn('2026-11-26T09:00', 'Europe/Helsinki')).toBe('2026-11-26T07:00:00.000Z');
		expect(instantIn('2026-07-01T09:00', 'Europe/Helsinki')).toBe('2026-07-01T06:00:00.000Z');
		expect(localIn('2026-11-26T07:00:00.000Z', 'Europe/Helsinki')).toBe('2026-11-26T09:00');
		expect(instantIn('2026-11-01T09:00', 'America/New_York')).toBe('2026-11-01T14:00:00.000Z');
		// Twice, and never.
		expect(instantIn('2026-10-25T03:30', 'Europe/Helsinki')).toBe('2026-10-25T00:30:00.000Z');
		expect(instantIn('2027-03-28T03:30', 'Europe/Helsinki')).toBe('2027-03-28T01:30:00.000Z');
		expect(instantIn('2027-03-14T02:30', 'America/New_York')).toBe('2027-03-14T07:30:00.000Z');
	});
});
