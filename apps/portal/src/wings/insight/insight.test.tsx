/** Dashboard, consent report and record: what they ask, what they show, where they lead. */

import { lightBundles } from '@luvalla/contract/consent/configurations';
import { type Choice, consentRecord, consents, type LedgerRecord, shownConfiguration } from '@luvalla/contract/consent/ledger';
import { recordErasure, recordProof } from '@luvalla/contract/consent/proof';
import { consentRates, type Rate } from '@luvalla/contract/consent/rates';
import { domainCounts } from '@luvalla/contract/insight/counts';
import { channelCount, domainEventCounts } from '@luvalla/contract/insight/event-counts';
import { firstSteps } from '@luvalla/contract/insight/first-steps';
import { type Need, needs } from '@luvalla/contract/insight/needs';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { HttpHandler } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from '#portal/lib/client.ts';
import { type Asked, answers, refuses } from '#portal/lib/handlers.ts';
import { chooseLanguage } from '#portal/lib/say.ts';
import { instantsOf, presetSpan } from '#portal/lib/spans.ts';
import { channelCounts, countsOf, eventsOf } from '#portal/test/counts.ts';
import { bootOf, idOf } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';
import * as download from '#portal/ui/download.ts';

const choice = (n: number, more: Partial<Choice> = {}): Choice => ({
	choiceId: idOf(100 + n),
	recordId: idOf(200 + n),
	domainId: idOf(1),
	domain: 'shop.example',
	at: new Date().toISOString(),
	receivedAt: new Date().toISOString(),
	kind: 'all',
	yes: ['Statistics', 'Marketing'],
	no: [],
	language: 'fi',
	gpc: false,
	device: 'phone',
	browser: 'Firefox 142',
	version: 2,
	clockSkewed: false,
	how: 'banner',
	person: null,
	...more,
});
/** Just given, whenever they are asked for. */
const rows = () => [
	choice(1),
	choice(2, { kind: 'some', yes: ['Statistics'], no: ['Marketing'], clockSkewed: true }),
	choice(3, { kind: 'none', yes: [], no: ['Statistics', 'Marketing'] }),
];
const boots = (...more: HttpHandler[]) => [
	...more,
	...bootOf('customerAdmin'),
	answers(domainCounts, [countsOf(1200), countsOf(960, 0.5)]),
	answers(domainEventCounts, [eventsOf(480), eventsOf(240, { profilesAtEnd: 1000, messages: 480 })]),
	answers(channelCount, { channelCounts: channelCounts(), userCount: 1024 }),
	answers(needs, []),
	answers(consents, rows, { total: 3, next: null }),
];

describe('the dashboard', () => {
	it('asks for the last 12 hours and the 12 before them, by default', async () => {
		const asked: Asked[] = [];
		await renderApp('/customerdashboard', {
			handlers: boots(
				answers(domainCounts, (one) => {
					asked.push(one);
					return [countsOf(1200), countsOf(960, 0.5)];
				}),
			),
		});
		await screen.findAllByText('3,600');
		const { groups } = Object(asked[0]?.body);
		const span = (group: { from: string; to: string }) => Date.parse(group.to) - Date.parse(group.from);
		expect(groups.map(span)).toEqual([43_200_000, 43_200_000]);
		expect(groups[1].to).toBe(groups[0].from);
		expect(asked[0]?.params).toMatchObject({ id: '1' });
	});
	it('shows the numbers, how they moved, and leads each to its rows', async () => {
		await renderApp('/customerdashboard', { handlers: boots() });
		await screen.findAllByText('60.0%');
		await screen.findAllByText('1,024');
		const tiles = ['Consents recorded', 'Consent rate', 'Withdrawals', 'Known profiles', 'Permitted messages'].map((name) => {
			const link = screen.getAllByRole('link', { name })[0];
			const tile = link?.parentElement?.parentElement;
			return [link?.getAttribute('href'), tile?.textContent, tile?.querySelectorAll('polyline').length];
		});
		expect(tiles).toEqual([
			['/reports?tab=consent', 'Consents recorded3,600up 25.0%', 1],
			['/reports?tab=rates', 'Consent rate60.0%up 10 pts', 1],
			['/reports?tab=consent', 'Withdrawals120up 25.0%', 1],
			['/domainprofiles', 'Known profiles1,024up 2.4%', 1],
			['/reports?tab=channels', 'Permitted messages240down 50.0%', 1],
		]);
	});
	it('reads the choices step by step, as a table too, and leads a step to its rows', async () => {
		const app = await renderApp('/customerdashboard', { handlers: boots() });
		const chart = await screen.findByRole('slider', { name: /^Choices by time/ });
		chart.focus();
		await app.user.keyboard('{Home}{ArrowRight}');
		expect(chart).toHaveAttribute(
			'aria-valuetext',
			expect.stringMatching(/Accepted all 30, Accepted some 0, Refused all 20, Together 50$/),
		);
		await app.user.click(screen.getByRole('button', { name: 'Choices by time: Show as a table' }));
		const table = screen.getByRole('table', { name: 'Choices by time' });
		expect(within(table).getAllByRole('row')).toHaveLength(25);
		expect(within(table).getAllByRole('row')[1]).toHaveTextContent(/30\s*0\s*20\s*50$/);
		await app.user.click(screen.getByRole('button', { name: 'Choices by time: Show as a chart' }));
		screen.getByRole('slider', { name: /^Choices by time/ }).focus();
		await app.user.keyboard('{Home}{Enter}');
		await waitFor(() => expect(app.router.state.location.href).toContain('/reports?tab=consent&at=2026-11-20T00%3A00%3A00.000Z'));
	});
	it('says what became of messages by channel; of one that nothing went by nothing', async () => {
		await renderApp('/customerdashboard', { handlers: boots() });
		const table = await screen.findByRole('table', { name: 'Channels' });
		expect((await within(table).findByRole('row', { name: /^Email/ })).textContent).toBe('Email7003003041' + '8');
		expect(within(table).getByRole('link', { name: '41' })).toHaveAttribute('href', '/campaigndashboard');
		expect(within(table).getByRole('row', { name: /^Leaflet/ })).toHaveTextContent('Leaflet—————');
	});
	it('names what waits for somebody, and leads there', async () => {
		const need = (one: Partial<Need>): Need => ({
			need: 'run-paused',
			id: idOf(9),
			name: 'Advent letter',
			domainId: null,
			count: null,
			at: null,
			...one,
		});
		const some = [
			need({}),
			need({ need: 'domain-unproven', id: idOf(3), name: 'new.example' }),
			need({ need: 'scan-findings', id: idOf(4), name: 'shop.example', count: 3 }),
			need({ need: 'licence-ends', id: '', name: 'shop.example', at: '2026-12-20T00:00:00.000Z' }),
		];
		await renderApp('/customerdashboard', { handlers: boots(answers(needs, some)) });
		const hrefOf = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href');
		expect(await hrefOf('A campaign has paused itself')).toBe(`/campaigndashboard?id=${idOf(9)}`);
		expect(await hrefOf('Show that the domain is yours')).toBe(`/customerdomains?id=${idOf(3)}&tab=proof`);
		expect(await hrefOf('The scan found 3 things to mend')).toBe(`/cookiescan?scan=${idOf(4)}&tab=findings`);
		expect(await hrefOf('The licence ends Dec-20-2026')).toBe('/manageaccount/licences');
	});
	it('says so when nothing waits, and when that could not be read', async () => {
		const app = await renderApp('/customerdashboard', { handlers: boots() });
		expect(await screen.findByText(/^Nothing waits for you\./)).toBeVisible();
		app.unmount();
		vi.spyOn(browser, 'wait').mockResolvedValue();
		await renderApp('/customerdashboard', { handlers: boots(refuses(needs, 500, { code: 'unexpected' })) });
		expect(await screen.findByText('We could not load what waits for you.')).toBeVisible();
	});
	it('explains what is counted where it stands, by keyboard and by a tap', async () => {
		const app = await renderApp('/customerdashboard', { handlers: boots() });
		const sign = (await screen.findAllByRole('button', { name: 'What is Consents recorded?' }))[0];
		if (!sign) throw new Error('nothing explains it');
		expect(sign.closest('a')).toBeNull();
		await app.user.click(sign);
		expect(screen.getByRole('tooltip')).toHaveTextContent(/one visitor who chooses among three purposes makes three records/);
		expect(sign).toHaveAttribute('aria-expanded', 'true');
		await app.user.click(document.body);
		await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
		await app.user.tab({ shift: true });
		const name = screen.getAllByRole('button', { name: 'What is Consent rate?' })[0];
		name?.focus();
		await app.user.keyboard('{Enter}');
		expect(screen.getByRole('tooltip')).toHaveTextContent(/part that said yes to at least one purpose/);
		await app.user.keyboard('{Escape}');
		expect(screen.queryByRole('tooltip')).toBeNull();
	});
	it('keeps span and domain in the URL', async () => {
		const app = await renderApp('/customerdashboard', { handlers: boots() });
		await app.user.click(await screen.findByRole('radio', { name: '7 days' }));
		await waitFor(() => expect(app.router.state.location.searchStr).toBe('?span=7d'));
		await app.user.click(screen.getByRole('combobox', { name: 'Domain' }));
		await app.user.click(await screen.findByRole('option', { name: 'club.example' }));
		await waitFor(() => expect(app.router.state.location.searchStr).toBe(`?span=7d&domain=${idOf(2)}`));
	});
	it('lists choices as they arrive, in words, each opening its record', async () => {
		await renderApp('/customerdashboard', { handlers: boots() });
		const link = await screen.findByRole('link', { name: 'Statistics only' });
		expect(link).toHaveAttribute('href', `/reports/records/${idOf(202)}`);
		const list = within(link.closest('ul') as HTMLElement);
		expect(list.getByRole('link', { name: 'Refused all' })).toBeVisible();
		expect(screen.getByText('Live: 3 a minute')).toBeVisible();
	});
	it('is not live while nothing comes in, nor when it could not be read', async () => {
		const old = new Date(Date.now() - 300_000).toISOString();
		const quiet = [choice(1, { receivedAt: old, at: old })];
		const app = await renderApp('/customerdashboard', { handlers: boots(answers(consents, quiet, { total: 1, next: null })) });
		expect(await screen.findByText('Quiet')).toBeVisible();
		expect(screen.queryByText(/^Live/)).toBeNull();
		app.unmount();
		vi.spyOn(browser, 'wait').mockResolvedValue();
		await renderApp('/customerdashboard', { handlers: boots(refuses(consents, 500, { code: 'unexpected' })) });
		expect(await screen.findByText('We could not load the latest choices.')).toBeVisible();
		expect(screen.queryByText(/^(Live|Quiet)/)).toBeNull();
	});
	it('asks for what people answer themselves, and names no answer to one purpose *all*', async () => {
		const asked: Asked[] = [];
		const own = choice(4, { kind: 'answer', yes: [], no: ['Club letter'], how: 'privacy-centre', person: 'anna@example.com' });
		const some = answers(consents, (one) => {
			asked.push(one);
			return [own];
		});
		await renderApp('/customerdashboard', { handlers: boots(some) });
		expect(await screen.findByRole('link', { name: 'No to Club letter' })).toBeVisible();
		expect(asked[0]?.url.searchParams.get('given')).toBe('self');
	});
	it('can be held still', async () => {
		const app = await renderApp('/customerdashboard', { handlers: boots() });
		await app.user.click(await screen.findByRole('button', { name: 'Pause the list' }));
		expect(screen.getByText('Paused')).toBeVisible();
		expect(screen.getByRole('button', { name: 'Resume the list' })).toHaveAttribute('aria-pressed', 'true');
	});
	const noCampaigns = { campaigns: false, audience: false, message: false, sent: false };
	const empty = [answers(domainCounts, [countsOf(0), countsOf(0)]), answers(consents, [], { total: 0, next: null })];
	it('leads through four steps while there is nothing, ticked by what the server sees', async () => {
		const done = {
			waits: false,
			domain: true,
			unproven: null,
			banner: true,
			snippet: false,
			choice: false,
			site: 'https://shop.example/',
			...noCampaigns,
		};
		await renderApp('/customerdashboard', { handlers: boots(...empty, answers(firstSteps, done)) });
		expect(await screen.findByRole('heading', { name: 'From here to your first consent' })).toBeVisible();
		expect(screen.getByText('2 of 4 done')).toBeVisible();
		expect(screen.queryByText(/waits for approval/)).toBeNull();
		const steps = within(screen.getByText('Add your domain').closest('ol') as HTMLElement).getAllByRole('listitem');
		expect(
			steps.map((one) => [one.textContent?.includes('(done)'), within(one).queryByRole('link')?.getAttribute('href') ?? null]),
		).toEqual([
			[true, null],
			[true, null],
			[false, '/lightconfig'],
			[false, 'https://shop.example/'],
		]);
	});
	it('goes on to the first letter of who has campaigns, also beside choices that came', async () => {
		const done = { waits: false, domain: true, unproven: null, banner: true, snippet: true, choice: true, site: 'https://shop.example/' };
		const letters = { campaigns: true, audience: true, message: false, sent: false };
		await renderApp('/customerdashboard', { handlers: boots(answers(firstSteps, { ...done, ...letters })) });
		expect(await screen.findByRole('heading', { name: 'From here to your first letter' })).toBeVisible();
		expect(screen.getByText('5 of 7 done')).toBeVisible();
		expect(screen.getByRole('link', { name: 'Write it' })).toHaveAttribute('href', '/contents/new');
		expect(screen.getByRole('link', { name: 'Make a campaign' })).toHaveAttribute('href', '/campaigns?id=new');
	});
	it('leads to how a domain is shown to be theirs before anything else', async () => {
		const unproven = { id: idOf(3), domain: 'new.example' };
		const done = { waits: false, domain: false, unproven, banner: false, snippet: false, choice: false, site: null, ...noCampaigns };
		await renderApp('/customerdashboard', { handlers: boots(...empty, answers(firstSteps, done)) });
		const step = within((await screen.findByText('Show that new.example is yours')).closest('li') as HTMLElement);
		expect(step.getByRole('link', { name: 'See how' })).toHaveAttribute('href', `/customerdomains?id=${idOf(3)}&tab=proof`);
	});
	it('says that the company waits for approval while it does, in both languages', async () => {
		const done = { waits: true, domain: false, unproven: null, banner: false, snippet: false, choice: false, site: null, ...noCampaigns };
		await renderApp('/customerdashboard', { handlers: boots(...empty, answers(firstSteps, done)) });
		expect(await screen.findByText(/^Your company waits for approval\./)).toBeVisible();
		act(() => chooseLanguage('fi'));
		expect(await screen.findByText(/^Yrityksesi odottaa hyväksyntää\./)).toBeVisible();
	});
	it('says that a span is empty once every step is done', async () => {
		const done = {
			waits: false,
			domain: true,
			unproven: null,
			banner: true,
			snippet: true,
			choice: true,
			site: 'https://shop.example/',
			...noCampaigns,
		};
		await renderApp('/customerdashboard', { handlers: boots(...empty, answers(firstSteps, done)) });
		expect(await screen.findByRole('heading', { name: 'No choices yet' })).toBeVisible();
		expect(screen.getByRole('link', { name: 'Open the banners' })).toHaveAttribute('href', '/lightconfig');
	});
	it('retries a 403 once after 2000 ms, then says it failed', async () => {
		const wait = vi.spyOn(browser, 'wait').mockResolvedValue();
		let asked = 0;
		await renderApp('/customerdashboard', { handlers: boots(refuses(domainCounts, 403, { code: 'forbidden' }, () => asked++)) });
		expect(await screen.findByText('We could not load the numbers.')).toBeVisible();
		expect(asked).toBe(2);
		expect(wait).toHaveBeenCalledWith(2000);
	});
});

const spanOf = (one: Asked | undefined) => ({ from: one?.url.searchParams.get('from'), to: one?.url.searchParams.get('to') });

describe('the consent report', () => {
	it('asks for one day by default, for all domains of the current customer', async () => {
		const asked: Asked[] = [];
		const app = await renderApp('/reports', {
			handlers: boots(
				answers(
					consents,
					(one) => {
						asked.push(one);
						return rows();
					},
					{ total: 3, next: null },
				),
			),
		});
		expect(await screen.findByText('3 choices')).toBeVisible();
		expect(asked[0]?.url.searchParams.get('days')).toBe('1');
		expect(asked[0]?.headers.get('domain_key')).toBeNull();
		expect(asked[0]?.headers.get('customer_key')).toBe('1');
		await app.user.click(screen.getByRole('button', { name: 'Received 24 hours' }));
		await app.user.click(await screen.findByRole('button', { name: 'Last 30 days' }));
		await waitFor(() => expect(spanOf(asked.at(-1))).toEqual(instantsOf(presetSpan('days30', new Date()))));
		expect(screen.getByRole('button', { name: 'Received Last 30 days' })).toBeVisible();
		await app.user.click(screen.getByRole('button', { name: 'Add filter' }));
		await app.user.click(await screen.findByRole('menuitem', { name: 'Domain' }));
		await app.user.click(await screen.findByRole('menuitemradio', { name: 'club.example' }));
		await waitFor(() => expect(asked.at(-1)?.headers.get('domain_key')).toBe(idOf(2)));
		await app.user.click(await screen.findByRole('button', { name: 'Add filter: Choice' }));
		await app.user.click(await screen.findByRole('menuitemradio', { name: 'Refused all' }));
		await waitFor(() => expect(asked.at(-1)?.url.searchParams.get('kind')).toBe('none'));
	});
	it('shows six columns until more are chosen, and says what an imported answer said', async () => {
		const imported = choice(7, { kind: 'answer', yes: ['Club letter'], how: 'import', person: 'anna@example.com', browser: '' });
		const app = await renderApp('/reports', { handlers: boots(answers(consents, [imported], { total: 1, next: null })) });
		const table = await screen.findByRole('table', { name: 'Consent ledger' });
		expect(await within(table).findByText('Said yes')).toBeVisible();
		expect(within(table).queryByText('Accepted all')).toBeNull();
		const heads = () =>
			within(table)
				.getAllByRole('columnheader')
				.map((one) => one.textContent);
		expect(heads()).toEqual(['Choice', 'Yes to', 'No to', 'Domain', 'When', 'Given by', 'Actions']);
		await app.user.click(screen.getByRole('button', { name: 'Columns' }));
		await app.user.click(await screen.findByRole('menuitemcheckbox', { name: 'Language' }));
		expect(heads()).toContain('Language');
	});
	it('shows each choice with what it says yes and no to, and a clock that is off', async () => {
		await renderApp('/reports', { handlers: boots() });
		const table = await screen.findByRole('table', { name: 'Consent ledger' });
		const some = (await within(table).findByText('Accepted some')).closest('tr');
		expect(some).toHaveTextContent('Statistics');
		expect(some).toHaveTextContent('Clock off');
		expect(within(table).getByRole('link', { name: 'Accepted all' })).toHaveAttribute('href', `/reports/records/${idOf(201)}`);
	});
});

describe('consent rates', () => {
	const rate = (key: string, choices: number, all: number, more: Partial<Rate> = {}): Rate => ({
		key,
		label: key,
		shown: choices * 2,
		choices,
		all,
		some: 0,
		none: choices - all,
		rate:
			choices === 0
				? { value: null, low: null, high: null }
				: { value: all / choices, low: all / choices - 0.1, high: all / choices + 0.05 },
		...more,
	});
	const groups: Record<string, Rate[]> = {
		day: [rate('2026-11-17', 400, 240), rate('2026-11-20', 600, 300)],
		configuration: [rate('f1', 1000, 540, { label: 'Autumn 12' })],
		language: [rate('fi', 700, 400), rate('', 300, 140)],
		device: [rate('phone', 1000, 540)],
		country: [rate('FI', 900, 500, { shown: 0 }), rate('SE', 0, 0, { shown: 5 })],
	};
	const asked: Asked[] = [];
	const some = answers(consentRates, (one) => {
		asked.push(one);
		return groups[one.url.searchParams.get('by') ?? ''] ?? [];
	});
	const open = (search = '', ...more: HttpHandler[]) => renderApp(`/reports?tab=rates${search}`, { handlers: boots(...more, some) });
	const line = async (name: string) => (await screen.findByRole('cell', { name })).closest('tr');
	beforeEach(() => asked.splice(0));

	it('begins with the rate of the whole span, says what it is counted over, and shows each day with its interval, the newest first', async () => {
		await open();
		expect((await screen.findByText('of 1,000 choices said yes to at least one purpose')).parentElement).toHaveTextContent(/^54\.0%/);
		expect(screen.getByText(/accepted all or accepted some\..* The 95% interval tells/)).toBeVisible();
		const table = await screen.findByRole('table', { name: 'Consent rates: Day' });
		await within(table).findByText('Nov-20-2026');
		expect(
			within(table)
				.getAllByRole('row')
				.map((one) => one.textContent?.slice(0, 11)),
		).toEqual(['DayViewsCho', 'Nov-20-2026', 'Nov-17-2026']);
		expect((await line('Nov-20-2026'))?.textContent?.replace(/\s/g, ' ')).toContain('50.0%40.0% – 55.0%');
		expect(asked.every((one) => one.url.searchParams.get('days') === '30')).toBe(true);
		expect(asked).toHaveLength(1);
	});
	it('draws days without a choice as gaps, not as zeros', async () => {
		const app = await open();
		await app.user.click(await screen.findByRole('button', { name: 'Consent rate by day: Show as a table' }));
		const points = within(screen.getByRole('region', { name: 'Consent rate by day' })).getAllByRole('row');
		expect(points.map((one) => one.textContent)).toEqual([
			'Consent rate by dayConsent rate',
			'Nov-17-202660.0%',
			'Nov-18-2026—',
			'Nov-19-2026—',
			'Nov-20-202650.0%',
		]);
	});
	it('tells apart by publication, language, device and country, named in the reader’s language, and keeps it in the URL', async () => {
		const app = await open();
		for (const [by, key, name] of [
			['Publication', 'configuration', 'Autumn 12'],
			['Device', 'device', 'Phone'],
			['Country', 'country', 'Finland'],
			['Language', 'language', 'Finnish'],
		] as const) {
			await app.user.click(await screen.findByRole('radio', { name: by }));
			expect(await line(name)).toBeVisible();
			await waitFor(() => expect(app.router.state.location.searchStr).toBe(`?tab=rates&by=${key}`));
		}
		expect(await line('Not known')).toBeVisible();
	});
	it('writes no share where nobody answered, and no views where none were counted', async () => {
		await open('&by=country');
		const cells = async (name: string) => [...((await line(name))?.cells ?? [])].map((one) => one.textContent);
		expect((await cells('Finland'))[1]).toBe('—');
		expect(await cells('Sweden')).toEqual(['Sweden', '5', '0', '0', '0', '0', '—']);
	});
	it('is about the page’s span and domain', async () => {
		const app = await open();
		await app.user.click(await screen.findByRole('button', { name: 'Received Last 30 days' }));
		await app.user.click(await screen.findByRole('button', { name: 'Last 7 days' }));
		await app.user.click(screen.getByRole('combobox', { name: 'Domain' }));
		await app.user.click(await screen.findByRole('option', { name: 'club.example' }));
		await waitFor(() => expect(asked.at(-1)?.headers.get('domain_key')).toBe(idOf(2)));
		const days = presetSpan('days7', new Date());
		expect(spanOf(asked.at(-1))).toEqual(instantsOf(days));
		await waitFor(() => expect(app.router.state.location.searchStr).toBe(`?tab=rates&from=${days.from}&to=${days.to}&domain=${idOf(2)}`));
	});
	it('looks back as far as the dashboard’s link says, until a span is chosen', async () => {
		await open('&days=7');
		expect(await screen.findByRole('button', { name: 'Received Last 7 days' })).toBeVisible();
		await waitFor(() => expect(asked.at(-1)?.url.searchParams.get('days')).toBe('7'));
		expect(spanOf(asked.at(-1))).toEqual({ from: null, to: null });
	});
	it('exports what is shown', async () => {
		const saved = vi.spyOn(download, 'downloadFile').mockReturnValue();
		const app = await open('&by=language');
		await line('Finnish');
		await app.user.click(screen.getByRole('button', { name: 'CSV' }));
		expect(saved.mock.calls[0]?.[0]).toBe('consent-rates-language.csv');
		const lines = String(saved.mock.calls[0]?.[2]).split('\r\n');
		expect(lines[1]).toMatch(/^Finnish,1400,700,400,0,300,0\.57/);
		expect(lines).toHaveLength(3);
	});
	it('says what to do while there is nothing, keeps the span at hand, and says when it failed', async () => {
		const app = await open('', answers(consentRates, []));
		expect(await screen.findByRole('heading', { name: 'No choices in this span' })).toBeVisible();
		expect(screen.getByRole('button', { name: 'Received Last 30 days' })).toBeInTheDocument();
		app.unmount();
		vi.spyOn(browser, 'wait').mockResolvedValue();
		await open('', refuses(consentRates, 503, { code: 'unavailable' }));
		expect(await screen.findByText('We could not load the rates.')).toBeVisible();
	});
	it('is reached by its tab, which leaves the list of choices alone', async () => {
		const app = await renderApp('/reports', { handlers: boots(some) });
		await app.user.click(await screen.findByRole('tab', { name: 'Consent rates' }));
		expect(await screen.findByRole('table', { name: 'Consent rates: Day' })).toBeVisible();
		expect(screen.queryByRole('button', { name: 'Pause the list' })).toBeNull();
		await waitFor(() => expect(app.router.state.location.searchStr).toBe('?tab=rates'));
	});
});

describe('a record', () => {
	const configuration = {
		folder: 'p1',
		title: 'Autumn',
		version: 12,
		hash: `d81f${'0'.repeat(56)}60be`,
		publishedAt: '2026-11-01T10:00:00.000Z',
		measured: false,
	};
	const record: LedgerRecord = {
		id: idOf(201),
		choiceId: idOf(101),
		domainId: idOf(1),
		domain: 'shop.example',
		purpose: {
			id: idOf(9),
			name: 'Marketing email',
			version: 4,
			legalBasis: 'consent',
			wording: 'Vi skickar klubbens brev.',
			wordingLanguage: 'sv',
		},
		category: 'marketing',
		value: true,
		at: '2026-11-20T09:41:07.000Z',
		receivedAt: '2026-11-20T09:41:08.000Z',
		batchPosition: 0,
		clockSkewed: false,
		how: 'banner',
		language: 'en',
		gpc: false,
		browser: 'Firefox 142',
		device: 'desktop',
		country: null,
		tcString: null,
		network: null,
		person: null,
		source: null,
		recordedBy: null,
		configuration,
		leaf: `9f3c${'0'.repeat(60)}`,
		salt: `77fd${'1'.repeat(60)}`,
		sealed: true,
		choice: [
			{ id: idOf(201), purpose: 'Marketing email', value: true },
			{ id: idOf(202), purpose: 'Statistics', value: false },
		],
		history: [{ id: idOf(201), value: true, at: '2026-11-20T09:41:07.000Z', how: 'banner', version: 4 }],
		wordings: [{ version: 4, at: '2026-11-02T08:00:00.000Z', material: true }],
	};
	const head = (size: number) => ({
		id: idOf(301),
		size,
		root: `5a90${'0'.repeat(56)}3c7d`,
		signedAt: '2026-11-20T09:42:00.000Z',
		keyId: '3b6e000000000000',
		note: 'note',
	});
	const path = {
		position: 184_205,
		size: 241_973,
		proof: [`41d0${'0'.repeat(56)}77b2`, ...Array(16).fill('0'.repeat(64))],
		root: head(0).root,
	};
	const proof = {
		...path,
		head: head(241_973),
		steps: path.proof.map((neighbour, i) => ({
			neighbour,
			left: true,
			hash: i === 0 ? `c2e8${'0'.repeat(56)}0d19` : i === 1 ? `77fd${'0'.repeat(56)}92c6` : head(0).root,
		})),
		installation: { ...path, position: 3, size: 9, head: head(9) },
		verified: true,
		failed: null,
	};
	const shown = refuses(shownConfiguration, 404, { code: 'not_found' });
	it('is named by a sentence and shows all that was recorded', async () => {
		const { user } = await renderApp(`/reports/records/${idOf(201)}`, {
			handlers: boots(answers(consentRecord, record), answers(recordProof, proof), shown, answers(lightBundles, { bundles: [] })),
		});
		expect(await screen.findByRole('heading', { level: 1, name: 'Yes to Marketing email' })).toBeVisible();
		// What is for checking by hand is folded.
		const leaf = await screen.findByText(record.leaf);
		expect(leaf).not.toBeVisible();
		await user.click(screen.getByText('Technical details'));
		expect(leaf).toBeVisible();
		await user.click(screen.getByRole('button', { name: 'Copy: Hash of the record' }));
		expect(await navigator.clipboard.readText()).toBe(record.leaf);
		for (const text of [
			'Marketing email, version 4',
			'Consent',
			'Nov-20-2026, ',
			'Deleted after 30 days',
			'Not sent',
			record.leaf,
			record.salt,
			configuration.hash,
			'Vi skickar klubbens brev.',
		])
			expect(
				screen.getAllByText((_content, element) => element?.textContent?.includes(text) === true && element.children.length === 0).length,
				text,
			).toBeGreaterThan(0);
		expect(screen.getByText('Vi skickar klubbens brev.')).toHaveAttribute('lang', 'sv');
		expect(screen.getByRole('link', { name: 'Statistics' })).toHaveAttribute('href', `/reports/records/${idOf(202)}`);
		expect(screen.queryByRole('link', { name: /Full size/ })).toBeNull();
	});
	it('shows no whole choice where the record is all of it, and names a browser that we do not know', async () => {
		const alone = { ...record, browser: 'other', choice: record.choice.filter(({ id }) => id === record.id) };
		await renderApp(`/reports/records/${idOf(201)}`, {
			handlers: boots(answers(consentRecord, alone), answers(recordProof, proof), shown, answers(lightBundles, { bundles: [] })),
		});
		expect(await screen.findByText('Another one')).toBeVisible();
		expect(screen.queryByRole('heading', { name: 'The whole choice' })).toBeNull();
	});
	it('stays readable when what was shown cannot be loaded', async () => {
		await renderApp(`/reports/records/${idOf(201)}`, {
			handlers: boots(answers(consentRecord, record), answers(recordProof, proof), shown, answers(lightBundles, { bundles: [] })),
		});
		expect(await screen.findByText('We could not load what was shown.')).toBeVisible();
		expect(screen.getByText('not_found')).toBeVisible();
	});
	it('shows the framework’s banner as it was pictured for this person, with the string of the choice', async () => {
		const folder = { folder: 'p1', domainId: idOf(1), template: 'tcf-bar', version: 12, bundleVersion: '0.2.0' };
		const config = JSON.stringify({ languages: ['en', 'fi'], vendors: 'all' });
		const tcf = {
			...record,
			language: 'fi-FI',
			device: 'phone',
			tcString: 'CQt-4cAQt',
			configuration: { ...configuration, measured: true },
		};
		const app = await renderApp(`/reports/records/${idOf(201)}`, {
			handlers: boots(answers(consentRecord, tcf), answers(recordProof, proof), answers(shownConfiguration, { ...folder, config })),
		});
		expect(await screen.findByRole('img', { name: 'First layer' })).toHaveAttribute('src', '/cmp/p1/pictures/fi-phone-1.png');
		expect(screen.getByRole('img', { name: 'Second layer' })).toHaveAttribute('src', '/cmp/p1/pictures/fi-phone-2.png');
		expect(screen.getByRole('link', { name: 'Full size, in a new tab' })).toHaveAttribute('href', '/cmp/p1/pictures/fi-phone-1.png');
		expect(screen.getByText('CQt-4cAQt')).toBeVisible();
		app.unmount();
		await renderApp(`/reports/records/${idOf(201)}`, {
			handlers: boots(
				answers(consentRecord, { ...tcf, configuration }),
				answers(recordProof, proof),
				answers(shownConfiguration, { ...folder, config }),
			),
		});
		expect(await screen.findByText('No picture was made of it when it was published.')).toBeVisible();
	});
	it('claims nothing of the ledger while the proof cannot be loaded', async () => {
		await renderApp(`/reports/records/${idOf(201)}`, {
			handlers: boots(answers(consentRecord, record), refuses(recordProof, 500, { code: 'internal' }), shown),
		});
		expect(await screen.findByText('We could not load the proof.')).toBeVisible();
		expect(screen.getByRole('heading', { name: 'Proof' })).toBeVisible();
		expect(screen.queryByText('In the ledger, unchanged')).toBeNull();
	});
	it('shows where it stands in the ledger, and that its proof holds', async () => {
		await renderApp(`/reports/records/${idOf(201)}`, {
			handlers: boots(answers(consentRecord, record), answers(recordProof, proof), shown, answers(lightBundles, { bundles: [] })),
		});
		expect(await screen.findByRole('heading', { name: 'In the ledger, unchanged' })).toBeVisible();
		expect(await screen.findByText('Proof verified')).toBeVisible();
		for (const text of ['184,206 of 241,973', '17', '+ 14', 'ed25519 · 3b6e…', '41d0…77b2', 'c2e8…0d19', '77fd…92c6', '5a90…3c7d'])
			expect(screen.getAllByText(text)[0]).toBeVisible();
		expect(screen.getByRole('button', { name: 'Download proof' })).toBeVisible();
		// Hashes on the path stand in their order, neighbours beside them.
		const [first, pair] = within(screen.getByText('This record', { selector: 'span > strong' }).closest('ol') as HTMLElement).getAllByRole(
			'listitem',
		);
		expect(first).toHaveTextContent('This record9f3c…0000Neighbour41d0…77b2');
		expect(pair).toHaveTextContent(/^Pairc2e8…0d19Neighbour/);
	});
	it('says what fails when the proof does, and waits while the record is being sealed', async () => {
		const app = await renderApp(`/reports/records/${idOf(201)}`, {
			handlers: boots(
				answers(consentRecord, record),
				answers(recordProof, { ...proof, verified: false, failed: 'leaf' }),
				shown,
				answers(lightBundles, { bundles: [] }),
			),
		});
		expect(await screen.findByText('Proof fails')).toBeVisible();
		expect(screen.getByText(/somebody changed it/)).toBeVisible();
		app.unmount();
		const now = { sealed: false, asked: 0 };
		const next = await renderApp(`/reports/records/${idOf(201)}`, {
			handlers: boots(
				answers(consentRecord, () => ({ ...record, sealed: now.sealed })),
				answers(recordProof, () => {
					now.asked++;
					return proof;
				}),
				shown,
				answers(lightBundles, { bundles: [] }),
			),
		});
		expect(await screen.findByRole('heading', { name: 'Being sealed' })).toBeVisible();
		expect(screen.getByRole('button', { name: 'Download proof' })).toBeDisabled();
		expect(now.asked).toBe(0);
		now.sealed = true;
		await next.user.click(screen.getByRole('button', { name: 'Check again' }));
		expect(await screen.findByRole('heading', { name: 'In the ledger, unchanged' })).toBeVisible();
		expect(now.asked).toBe(1);
	});
	it('tells a known person’s answers over time, the wordings between, and who wrote it down', async () => {
		const known: LedgerRecord = {
			...record,
			how: 'assisted',
			person: { luvallaId: idOf(77), name: 'person@example.com' },
			recordedBy: { id: `user:${idOf(5)}`, name: 'Olli Officer' },
			history: [...record.history, { id: idOf(190), value: false, at: '2026-06-11T21:15:00.000Z', how: 'privacy-centre', version: 3 }],
			wordings: [...record.wordings, { version: 3, at: '2025-01-01T08:00:00.000Z', material: false }],
		};
		await renderApp(`/reports/records/${idOf(201)}`, {
			handlers: boots(answers(consentRecord, known), answers(recordProof, proof), shown, answers(lightBundles, { bundles: [] })),
		});
		const history = within(await screen.findByRole('region', { name: 'History of this choice' }));
		expect(history.getAllByRole('listitem').map((one) => one.querySelector('strong')?.textContent)).toEqual([
			'Said yes',
			'Wording changed to version 4',
			'Said no',
		]);
		expect(history.getByText('Marked material, so people are asked again')).toBeVisible();
		expect(history.getByRole('link', { name: 'Open the record' })).toHaveAttribute('href', `/reports/records/${idOf(190)}`);
		expect(screen.getByText('Olli Officer')).toBeVisible();
		expect(screen.getByRole('link', { name: 'Open person' })).toHaveAttribute('href', `/domainprofiles/${idOf(77)}`);
	});
	it('that was erased says when and why it went, with the signed entry', async () => {
		const erasure = {
			at: '2026-11-21T10:00:00.000Z',
			reason: 'person' as const,
			position: 4,
			leaf: record.leaf,
			records: 3,
			entry: { position: 45, leaf: record.leaf, body: '{"kind":"erasure"}', signature: 'c2ln', keyId: '3b6e000000000000' },
			verified: true,
		};
		const gone = refuses(consentRecord, 404, { code: 'not_found' });
		const { user, unmount } = await renderApp(`/reports/records/${idOf(201)}`, { handlers: boots(gone, answers(recordErasure, erasure)) });
		expect(await screen.findByRole('heading', { level: 1, name: 'Erased record' })).toBeVisible();
		expect(screen.getByRole('heading', { name: /^Erased on Nov-21-2026/ })).toBeVisible();
		expect(screen.getByText(/^The person asked for it\./)).toBeVisible();
		expect(screen.getByText('46')).toBeVisible();
		await user.click(screen.getByText('Technical details'));
		expect(screen.getByText('{"kind":"erasure"}')).toBeVisible();
		unmount();
		await renderApp(`/reports/records/${idOf(201)}`, { handlers: boots(gone, answers(recordErasure, { ...erasure, verified: false })) });
		expect(await screen.findByRole('alert')).toHaveTextContent('The entry does not bear this out');
	});
	it('of another tenant is not there', async () => {
		await renderApp(`/reports/records/${idOf(201)}`, {
			handlers: boots(refuses(consentRecord, 404, { code: 'not_found' }), answers(recordErasure, null)),
		});
		expect(await screen.findByText('We could not load the record.')).toBeVisible();
	});
});
