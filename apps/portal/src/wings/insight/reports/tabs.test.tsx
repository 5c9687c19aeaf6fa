/** The reports beside consents and rates: what each asks, says, and leads to; and reports by mail. */
import { costing } from '@luvalla/contract/billing/costs';
import { type CreditRow, ledgerBalance, ledgerReport } from '@luvalla/contract/billing/credits';
import { consents } from '@luvalla/contract/consent/ledger';
import { costPerActivity, costPerContact } from '@luvalla/contract/insight/cost-reports';
import { domainCounts } from '@luvalla/contract/insight/counts';
import { channelCount, domainEventCounts, eventReport, type PersonEvent } from '@luvalla/contract/insight/event-counts';
import {
	addReportSchedule,
	changeReportSchedule,
	deleteReportSchedule,
	type ReportSchedule,
	reportSchedules,
} from '@luvalla/contract/insight/report-schedules';
import { screen, waitFor, within } from '@testing-library/react';
import type { HttpHandler } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { written } from '#portal/lib/dates.ts';
import { type Asked, answers, refuses } from '#portal/lib/handlers.ts';
import { chooseLanguage } from '#portal/lib/say.ts';
import { axeFinds } from '#portal/test/axe.ts';
import { channelCounts, countsOf, eventsOf } from '#portal/test/counts.ts';
import { bootOf, idOf } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';
import { sinceYesterday } from './since-yesterday.ts';

it('begins yesterday, also after a day of 23 hours', () => {
	vi.stubEnv('TZ', 'Europe/Helsinki');
	expect(sinceYesterday({}, new Date('2027-03-28T21:30:00Z'))).toEqual({ from: '2027-03-28', to: '2027-03-29' });
	vi.unstubAllEnvs();
});

const cost = (key: string, micros: number) => ({
	key,
	value: JSON.stringify({ micros, kinds: { sending: micros, scans: 0, stored: 0 }, creditPriceCents: 1000, currency: 'EUR' }),
});
const priced = { creditPriceCents: 1000, currency: 'EUR' };
const activity = (key: string, kind: string, channel: number | null, count: number, micros: number) => ({
	key,
	value: JSON.stringify({ kind, channel, count, micros, oneMicros: Math.round(micros / count), ...priced }),
});
const contact = (key: string, channel: number, oneMicros: number, count: number) => ({
	key,
	value: JSON.stringify({ channel, oneMicros, micros: oneMicros * count, ...priced }),
});
const domain = (n: number, name: string, choices: number) => ({
	id: idOf(n),
	domain: name,
	choices,
	acceptedAll: choices / 2,
	acceptedSome: 0,
	refused: choices / 2,
	records: choices * 3,
	others: 0,
	withdrawn: 1,
});
const moved: CreditRow = {
	number: 1,
	at: '2026-11-20T10:00:00.000Z',
	kind: 'sending',
	reference: 'r',
	about: { title: 'Advent letter', count: 200 },
	from: 'customer',
	to: 'sending',
	micros: -2_000_000,
	balanceMicros: 48_000_000,
	reservedMicros: 0,
	sides: [],
};
const boots = (...more: HttpHandler[]) => [
	...more,
	...bootOf('customerAdmin'),
	answers(domainCounts, [{ ...countsOf(400), domains: [domain(1, 'shop.example', 100), domain(2, 'club.example', 300)] }, countsOf(200)]),
	answers(domainEventCounts, [
		eventsOf(480, {
			types: [
				{ type: 'order', count: 300 },
				{ type: '', count: 180 },
			],
		}),
		eventsOf(240),
	]),
	answers(channelCount, { channelCounts: channelCounts(), userCount: 1024 }),
	answers(consents, [], { total: 0, next: null }),
	answers(costing, [cost('2026-10', 1_000_000), cost('2026-11', 3_000_000)]),
	answers(costPerActivity, [activity('email', 'sending', 0, 1000, 1_000_000), activity('stored', 'stored', null, 20_000, 2_000_000)]),
	answers(costPerContact, ({ url }) => [contact('email', 0, 1000, Number(url.searchParams.get('count')))]),
	answers(ledgerBalance, { customerId: 1, balanceMicros: 48_000_000, vat: { kind: 'none', basisPoints: 0 }, cards: null, ...priced }),
	answers(ledgerReport, [moved], { total: 1, next: null }, { check: null, reservedMicros: 0 }),
	answers(reportSchedules, []),
];
const open = (search: string, ...more: HttpHandler[]) => renderApp(`/reports${search}`, { handlers: boots(...more) });

describe('the tabs', () => {
	it('are eight for a customer’s admin; a domain’s own sees no credits and no costs', async () => {
		const app = await open('');
		const names = () => screen.getAllByRole('tab').map((one) => one.textContent);
		await screen.findByRole('tab', { name: 'Consents' });
		expect(names()).toEqual(['Profiles', 'Consents', 'Consent rates', 'Ledger', 'Events', 'Channels', 'Costs', 'Consumers']);
		expect(screen.getByRole('tab', { name: 'Consents' })).toHaveAttribute('aria-selected', 'true');
		app.unmount();
		await renderApp('/reports?tab=costs', { handlers: [...bootOf('domainAdmin'), ...boots()] });
		await screen.findByRole('tab', { name: 'Consents' });
		expect(names()).toEqual(['Profiles', 'Consents', 'Consent rates', 'Events', 'Channels', 'Consumers']);
		expect(screen.getByRole('tab', { name: 'Consents' })).toHaveAttribute('aria-selected', 'true');
	});
});

describe('consents', () => {
	it('draws the span; a step narrows the rows to it, and back', async () => {
		const asked: Asked[] = [];
		const rows = answers(
			consents,
			(one) => {
				asked.push(one);
				return [];
			},
			{ total: 0, next: null },
		);
		const app = await open('', rows);
		const chart = await screen.findByRole('slider', { name: /^Answers by time/ });
		chart.focus();
		await app.user.keyboard('{End}{Enter}');
		// the counts of this test are of another day: what was chosen is no step of this span, so it is all of it
		await waitFor(() => expect(app.router.state.location.search).toHaveProperty('at'));
		const now = new Date();
		const hour = new Date(now.getFullYear(), now.getMonth(), now.getDate(), now.getHours() - 2);
		await app.router.navigate({ to: '/reports', search: { at: hour.toISOString() } });
		await waitFor(() => expect(asked.at(-1)?.url.searchParams.get('from')).toBe(hour.toISOString()));
		expect(asked.at(-1)?.url.searchParams.get('to')).toBe(new Date(hour.getTime() + 3_600_000 - 1).toISOString());
		await app.user.click(await screen.findByRole('button', { name: 'Show the whole span' }));
		await waitFor(() => expect(app.router.state.location.search).toEqual({}));
		expect(screen.getByText('Choose a column to see its rows.')).toBeVisible();
	});
});

describe('consumers', () => {
	it('are of yesterday and today while no span is chosen, by domain, most first, each leading to its rows', async () => {
		const asked: Asked[] = [];
		const app = await open(
			'?tab=consumers',
			answers(domainCounts, (one) => {
				asked.push(one);
				return [{ ...countsOf(400), domains: [domain(1, 'shop.example', 100), domain(2, 'club.example', 300)] }, countsOf(200)];
			}),
		);
		const table = await screen.findByRole('table', { name: 'Consumers by domain' });
		await within(table).findByText('900');
		const rows = within(table).getAllByRole('row').slice(1);
		expect(rows[0]).toHaveTextContent('club.example30015001501' + '90050.0%');
		const today = written(new Date(), 'YYYY-MM-DD');
		const midnight = new Date(new Date().setHours(0, 0, 0, 0));
		const yesterday = new Date(midnight.getFullYear(), midnight.getMonth(), midnight.getDate() - 1);
		expect(Object(asked[0]?.body).groups[0].from).toBe(yesterday.toISOString());
		expect(within(rows[0] as HTMLElement).getByRole('link')).toHaveAttribute(
			'href',
			`/reports?domain=${idOf(2)}&from=${written(yesterday, 'YYYY-MM-DD')}&to=${today}`,
		);
		expect(screen.getByText('400')).toBeVisible();
		expect(app.router.state.location.search).toEqual({ tab: 'consumers' });
	});
});

describe('profiles and events', () => {
	it('says how many came to be known, against the time before, and how many there are', async () => {
		await open('?tab=profiles');
		expect(await screen.findByText('1,024 people are known at the end of the span.', { exact: false })).toBeVisible();
		expect(screen.getByText('new profiles,')).toBeVisible();
		expect(screen.getByRole('link', { name: 'Open the people' })).toHaveAttribute('href', '/domainprofiles');
	});
	it('says a profile where it is one', async () => {
		await open('?tab=profiles', answers(domainEventCounts, [{ ...eventsOf(0), profiles: 1 }, eventsOf(0)]));
		expect(await screen.findByText('new profile,')).toBeVisible();
	});
	it('says events by type, and what happened with one person', async () => {
		const asked: Asked[] = [];
		const row = {
			id: 'e1',
			at: '2026-11-20T10:00:00.000Z',
			domain: 'shop.example',
			luvallaId: idOf(7),
			recordId: null,
		};
		const app = await open(
			'?tab=events',
			answers(eventReport, (one): PersonEvent[] => {
				asked.push(one);
				return [
					{ ...row, kind: 'event', what: 'order', came: 'api' },
					{ ...row, id: 'c1', kind: 'consent', what: 'Club letter', came: 'no', recordId: idOf(8) },
					{ ...row, id: 'm1', kind: 'message', what: 'Advent letter', came: 'accepted' },
				];
			}),
		);
		const types = await screen.findByRole('table', { name: 'By type' });
		expect(
			within(types)
				.getAllByRole('row')
				.slice(1)
				.map((one) => one.textContent),
		).toEqual(['order300', 'All other types180']);
		await app.user.type(screen.getByRole('textbox', { name: 'Email' }), 'nobody');
		await app.user.click(screen.getByRole('button', { name: 'Find' }));
		expect(await screen.findByText('Please enter a valid email address')).toBeVisible();
		expect(asked).toHaveLength(0);
		await app.user.clear(screen.getByRole('textbox', { name: 'Email' }));
		await app.user.type(screen.getByRole('textbox', { name: 'Email' }), 'Anna@example.com{Enter}');
		const table = await screen.findByRole('table', { name: 'One person' });
		expect(await within(table).findByRole('row', { name: /Club letter/ })).toHaveTextContent('No');
		expect(within(table).getByRole('link', { name: 'Club letter' })).toHaveAttribute('href', `/reports/records/${idOf(8)}`);
		expect(asked[0]?.url.searchParams.get('email')).toBe('anna@example.com');
		expect(screen.getByRole('link', { name: 'Open person' })).toHaveAttribute('href', `/domainprofiles?id=${idOf(7)}`);
	});
	it('says so where nobody has the address', async () => {
		await open('?tab=events&email=who@example.com', answers(eventReport, []));
		expect(await screen.findByText('Nobody has who@example.com')).toBeVisible();
	});
});

describe('channels', () => {
	it('says who may be written to and what became of what was sent', async () => {
		await open('?tab=channels');
		const table = await screen.findByRole('table', { name: 'Messages by channel' });
		expect((await within(table).findByRole('row', { name: /^Email/ })).textContent).toBe('Email7003003041' + '8');
		expect(screen.getByText('of 1,024 people')).toBeVisible();
		const bars = within(screen.getByRole('heading', { name: 'Who may be reached today' }).closest('section') as HTMLElement);
		expect(bars.getByText('800')).toBeVisible();
	});
});

describe('costs', () => {
	it('are by month, by activity and by contact', async () => {
		const asked: Asked[] = [];
		const app = await open(
			'?tab=costs',
			answers(costPerContact, (one) => {
				asked.push(one);
				return [contact('email', 0, 1000, Number(one.url.searchParams.get('count')))];
			}),
		);
		const activities = await screen.findByRole('table', { name: 'Per activity, November-2026 (Current)' });
		await within(activities).findByRole('row', { name: /^Together/ });
		expect(
			within(activities)
				.getAllByRole('row')
				.slice(1)
				.map((one) => one.textContent),
		).toEqual(['Stored consents20,0000.001\u00a0€20.00\u00a0€', 'Email1,0000.01\u00a0€10.00\u00a0€', 'Together30.00\u00a0€']);
		const contacts = screen.getByRole('table', { name: 'Per contact' });
		expect(await within(contacts).findByRole('row', { name: /^Email/ })).toHaveTextContent('Email0.01 €100.00 €');
		const field = screen.getByRole('textbox', { name: 'Contacts' });
		await app.user.clear(field);
		await app.user.type(field, '500');
		await waitFor(() => expect(asked.at(-1)?.url.searchParams.get('count')).toBe('500'));
		await app.user.clear(field);
		await app.user.type(field, '10.500');
		await waitFor(() => expect(asked.at(-1)?.url.searchParams.get('count')).toBe('10500'));
		await app.user.clear(field);
		await app.user.type(field, '10.5');
		expect(await screen.findByText('Write a whole number from 1 to 100,000,000.')).toBeVisible();
		expect(field).toBeInvalid();
	});
	it('has prices for contacts before anything has cost anything', async () => {
		await open('?tab=costs', answers(costing, [cost('2026-11', 0)]));
		expect(await screen.findByRole('heading', { name: 'Nothing has cost anything yet' })).toBeVisible();
		expect(await within(screen.getByRole('table', { name: 'Per contact' })).findByRole('row', { name: /^Email/ })).toBeVisible();
	});
});

describe('the ledger', () => {
	it('says what is left and how it moved', async () => {
		await open('?tab=ledger');
		expect(await screen.findByText('credits left, 480.00 € without VAT')).toBeVisible();
		const table = await screen.findByRole('table', { name: 'Moves of credits' });
		expect(await within(table).findByRole('row', { name: /Advent letter/ })).toHaveTextContent(/Sending.*−2\.000.*48\.000/);
		expect(screen.getByRole('link', { name: 'Credits and payments' })).toHaveAttribute('href', '/manageaccount/credits');
	});
	it('shows the specified text where it does not load', async () => {
		await open('?tab=ledger', refuses(ledgerBalance, 500, { code: 'internal' }));
		expect(await screen.findByText('Failed to get ledger report balance.')).toBeVisible();
	});
});

describe('reports by mail', () => {
	const schedule: ReportSchedule = {
		id: idOf(31),
		report: 'consents',
		domainId: idOf(1),
		domain: 'shop.example',
		every: { unit: 'week', day: 1 },
		hour: 8,
		zone: 'Europe/Helsinki',
		to: ['anna@example.com', 'sales@example.com'],
		csv: true,
		link: false,
		language: 'fi',
		by: 'anna@example.com',
		nextAt: '2026-11-23T06:00:00.000Z',
		lastAt: null,
	};
	it('begin with the tab that is open, weekly, to oneself', async () => {
		const asked: Asked[] = [];
		const app = await open(
			'?tab=channels',
			answers(addReportSchedule, (one) => {
				asked.push(one);
				return schedule;
			}),
		);
		await app.user.click(await screen.findByRole('button', { name: 'Send by mail' }));
		const form = within(await screen.findByRole('dialog', { name: 'Mail a report regularly' }));
		await app.user.type(await form.findByRole('textbox', { name: /^To/ }), '\nsales@example.com');
		await app.user.click(form.getByRole('button', { name: 'Save' }));
		await waitFor(() => expect(asked).toHaveLength(1));
		expect(asked[0]?.body).toMatchObject({
			report: 'channels',
			domainId: null,
			every: { unit: 'week', day: 1 },
			hour: 8,
			zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
			to: [expect.stringContaining('@'), 'sales@example.com'],
			csv: true,
			link: true,
			language: 'en',
		});
	});
	it('says which address may not read the report', async () => {
		const app = await open(
			'?mail=new',
			refuses(addReportSchedule, 422, { code: 'invalid', fields: { 'to.0': 'boss@example.com may not read this report.' } }),
		);
		const form = within(await screen.findByRole('dialog', { name: 'Mail a report regularly' }));
		await app.user.click(await form.findByRole('button', { name: 'Save' }));
		expect(await form.findByText('boss@example.com may not read this report.')).toBeVisible();
	});
	it('are listed, changed and stopped', async () => {
		const changed: Asked[] = [];
		const stopped: Asked[] = [];
		const app = await open(
			'?mail=list',
			answers(reportSchedules, [schedule]),
			answers(changeReportSchedule, (one) => {
				changed.push(one);
				return schedule;
			}),
			answers(deleteReportSchedule, (one) => {
				stopped.push(one);
				return { id: schedule.id };
			}),
		);
		const list = within(await screen.findByRole('dialog', { name: 'Reports by mail' }));
		expect(list.getByText(/^Every Monday at 08:00 · shop\.example$/)).toBeVisible();
		await app.user.click(list.getByRole('button', { name: 'Consents' }));
		const form = within(await screen.findByRole('dialog', { name: 'Change a mailed report' }));
		await app.user.click(await form.findByRole('switch', { name: /^Link to the report/ }));
		await app.user.click(form.getByRole('button', { name: 'Save' }));
		await waitFor(() => expect(changed[0]?.body).toMatchObject({ link: true, zone: 'Europe/Helsinki', to: schedule.to }));
		await app.router.navigate({ to: '/reports', search: { mail: schedule.id } });
		await app.user.click(await screen.findByRole('button', { name: 'Stop mailing it' }));
		await waitFor(() => expect(stopped[0]?.params).toMatchObject({ id: schedule.id }));
	});
});

describe('every tab', () => {
	it.each(['profiles', 'consent', 'ledger', 'events', 'channels', 'costs', 'consumers'])(
		'speaks Finnish and has nothing that axe finds: %s',
		async (tab) => {
			chooseLanguage('fi');
			await open(`?tab=${tab}`);
			expect(await screen.findByRole('heading', { level: 1, name: 'Raportit' })).toBeVisible();
			await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull());
			expect(await axeFinds(document.body)).toEqual([]);
			chooseLanguage('en');
		},
	);
});
