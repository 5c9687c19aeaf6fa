/** Two groups beside each other: what is asked, what is said, and the simpler question after a 403. */
import { domainCounts } from '@luvalla/contract/insight/counts';
import { domainEventCounts } from '@luvalla/contract/insight/event-counts';
import { screen, waitFor, within } from '@testing-library/react';
import type { HttpHandler } from 'msw';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { browser } from '#portal/lib/client.ts';
import { written } from '#portal/lib/dates.ts';
import { type Asked, answers, refuses } from '#portal/lib/handlers.ts';
import { chooseLanguage } from '#portal/lib/say.ts';
import { axeFinds } from '#portal/test/axe.ts';
import { countsOf, eventsOf } from '#portal/test/counts.ts';
import { bootOf, idOf } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';
import * as download from '#portal/ui/download.ts';
import { chosenDays, daysOf, faultOf, groupsOf, lengthOf, yearBefore } from './groups.ts';
import { daily, wholeOf } from './measured.ts';

const DAY_MS = 86_400_000;
const a = countsOf(1400, 0.6, '2026-11-06T00:00:00.000Z', 14, DAY_MS);
const b = countsOf(1000, 0.5, '2026-10-23T00:00:00.000Z', 14, DAY_MS);
const events = [eventsOf(1400, {}, a.from, 14, DAY_MS), eventsOf(700, { messages: 480 }, b.from, 14, DAY_MS)];
const boots = (...more: HttpHandler[]) => [
	...more,
	...bootOf('customerAdmin'),
	answers(domainCounts, [a, b]),
	answers(domainEventCounts, events),
];
const day = (back: number) => {
	const now = new Date();
	return written(new Date(now.getFullYear(), now.getMonth(), now.getDate() - back), 'YYYY-MM-DD');
};

describe('the groups', () => {
	const today = new Date(2026, 10, 20, 15, 30);
	it('begin as fourteen days that end yesterday, beside the fourteen before them', () => {
		const groups = groupsOf({}, today);
		expect(groups).toEqual({
			a: { from: '2026-11-06', to: '2026-11-19', domains: [] },
			b: { from: '2026-10-23', to: '2026-11-05', domains: [] },
		});
		expect([lengthOf(groups.a), lengthOf(groups.b), chosenDays(groups, today)]).toEqual([14, 14, 14]);
	});
	it('are as long as was chosen, and each number of days is found again', () => {
		for (const days of [7, 14, 30, 90]) {
			const groups = groupsOf(daysOf(days, today), today);
			expect([lengthOf(groups.a), lengthOf(groups.b), chosenDays(groups, today)]).toEqual([days, days, days]);
		}
		expect(chosenDays(groupsOf({ aFrom: '2026-11-01' }, today), today)).toBeUndefined();
	});
	it('may be the same days a year ago, also of a leap day', () => {
		expect(yearBefore({ from: '2026-11-06', to: '2026-11-19' })).toEqual({ from: '2025-11-06', to: '2025-11-19' });
		expect(yearBefore({ from: '2028-02-29', to: '2028-03-01' })).toEqual({ from: '2027-03-01', to: '2027-03-01' });
	});
	it('have ends in order, and no more days than are counted one by one', () => {
		const group = (from: string, to: string) => ({ from, to, domains: [] });
		expect(faultOf(group('2026-11-02', '2026-11-01'))).toBe('turned');
		expect(faultOf(group('2026-11-01', '2026-11-01'))).toBeNull();
		expect(faultOf(group('2026-01-01', '2026-04-10'))).toBeNull();
		expect(faultOf(group('2026-01-01', '2026-04-11'))).toBe('tooLong');
	});
});

describe('what is compared', () => {
	it('is of the whole, and day by day or added up; a rate is of what was added up', () => {
		const counted = { consents: a, events: events[0] };
		expect(wholeOf('records', counted)).toBeCloseTo(4200);
		expect(wholeOf('rate', counted)).toBeCloseTo(0.6);
		expect(daily('records', counted, true)?.at(-1)).toBeCloseTo(4200);
		expect(daily('rate', counted, true)?.every((rate) => Math.abs((rate ?? 0) - 0.6) < 1e-9)).toBe(true);
		expect(daily('messages', counted, false)).toHaveLength(14);
	});
	it('is unknown while it is on its way, and nothing where only the other group was answered', () => {
		expect(wholeOf('records', { consents: undefined, events: undefined })).toBeUndefined();
		expect(wholeOf('profiles', { consents: a, events: null })).toBeNull();
	});
});

describe('the screen', () => {
	it('asks for both groups by days, whole days of the person, all domains', async () => {
		const asked: Asked[] = [];
		await renderApp('/comparetrends', {
			handlers: boots(
				answers(domainCounts, (one) => {
					asked.push(one);
					return [a, b];
				}),
			),
		});
		expect(await screen.findByText('Group A records 40.0% more consents than group B.')).toBeVisible();
		const { groups } = Object(asked[0]?.body);
		expect(
			groups.map(({ startDate, endDate, domainList, steps }: Record<string, string[]>) => [startDate, endDate, domainList, steps?.length]),
		).toEqual([
			[day(14), day(1), [], 14],
			[day(28), day(15), [], 14],
		]);
		expect(new Date(groups[0].from).getHours()).toBe(0);
		expect(groups[0].to).toBe(new Date(new Date().setHours(0, 0, 0, 0)).toISOString());
	});
	it('says every measure in numbers, draws the chosen one, and keeps it in the URL', async () => {
		const app = await renderApp('/comparetrends', { handlers: boots() });
		const table = await screen.findByRole('table', { name: 'Both groups in numbers' });
		await within(table).findByText('4,200');
		const rows = within(table)
			.getAllByRole('row')
			.slice(1)
			.map((row) => row.textContent);
		expect(rows).toEqual([
			'Consents recorded4,2003,000up 40.0%',
			'Consent rate60.0%50.0%up 10 pts',
			'Refused all560500up 12.0%',
			'Withdrawals140100up 40.0%',
			'New profiles2424 no change',
			'Messages accepted240480down 50.0%',
			'Events1,400700up 100.0%',
		]);
		await app.user.click(within(table).getByRole('button', { name: 'Messages accepted' }));
		expect(await screen.findByRole('heading', { name: 'Messages accepted' })).toBeVisible();
		await app.user.click(screen.getByRole('button', { name: 'Added up' }));
		await waitFor(() => expect(app.router.state.location.search).toMatchObject({ measure: 'messages', drawn: 'sum' }));
		await app.user.click(screen.getByRole('button', { name: 'Messages accepted: Show as a table' }));
		const days = within(screen.getByRole('table', { name: 'Messages accepted' })).getAllByRole('row');
		expect(days).toHaveLength(15);
		expect(days.at(-1)).toHaveTextContent(/^Day 14: .*240480$/);
	});
	it('begins today minus a chosen number of days, swaps, and looks a year back', async () => {
		const app = await renderApp('/comparetrends', { handlers: boots() });
		await app.user.click(await screen.findByRole('button', { name: '30' }));
		await waitFor(() =>
			expect(app.router.state.location.search).toMatchObject({ aFrom: day(30), aTo: day(1), bFrom: day(60), bTo: day(31) }),
		);
		await app.user.click(screen.getByRole('button', { name: 'Swap A and B' }));
		await waitFor(() => expect(app.router.state.location.search).toMatchObject({ aFrom: day(60), bFrom: day(30) }));
		await app.user.click(screen.getByRole('button', { name: 'Same days a year ago' }));
		await waitFor(() => {
			const { aFrom, bFrom } = Object(app.router.state.location.search);
			expect(Number(aFrom.slice(0, 4)) - Number(bFrom.slice(0, 4))).toBe(1);
		});
	});
	it('asks for the domains of each group', async () => {
		const asked: Asked[] = [];
		await renderApp(`/comparetrends?aDomains=${idOf(1)},${idOf(2)}&bDomains=${idOf(2)}`, {
			handlers: boots(
				answers(domainCounts, (one) => {
					asked.push(one);
					return [a, b];
				}),
			),
		});
		await screen.findByText(/^Group A records/);
		expect(Object(asked[0]?.body).groups.map(({ domainList }: { domainList: string[] }) => domainList)).toEqual([
			[idOf(1), idOf(2)],
			[idOf(2)],
		]);
	});
	it('waits 2000 ms after a 403 and asks once more, for the first group alone', async () => {
		const wait = vi.spyOn(browser, 'wait').mockResolvedValue();
		const bodies: unknown[] = [];
		const once = http.post('*/api/customer/:id/aggregateddomaincountsfordates', async ({ request }) => {
			bodies.push(await request.json());
			return bodies.length === 1 ? HttpResponse.json({ code: 'forbidden' }, { status: 403 }) : HttpResponse.json({ data: [a] });
		});
		await renderApp('/comparetrends', { handlers: boots(once) });
		expect(await screen.findByText('Group B could not be loaded, so only group A is shown.')).toBeVisible();
		expect(wait).toHaveBeenCalledWith(2000);
		expect(bodies).toHaveLength(2);
		expect(bodies[0]).toHaveProperty('groups');
		expect(bodies[1]).toEqual(Object(bodies[0]).groups[0]);
		const table = screen.getByRole('table', { name: 'Both groups in numbers' });
		expect(within(table).getByRole('row', { name: /^Consents recorded/ })).toHaveTextContent('Consents recorded4,200——');
	});
	it('says that it failed when that is refused too', async () => {
		vi.spyOn(browser, 'wait').mockResolvedValue();
		let asked = 0;
		await renderApp('/comparetrends', { handlers: boots(refuses(domainCounts, 403, { code: 'forbidden' }, () => asked++)) });
		expect(await screen.findByText('We could not load the trends.')).toBeVisible();
		expect(asked).toBe(2);
	});
	it('counts nothing of days that are turned around', async () => {
		await renderApp('/comparetrends?aFrom=2026-11-10&aTo=2026-11-01', { handlers: boots() });
		expect(await screen.findByText('The last day is before the first.')).toBeVisible();
		expect(screen.queryByRole('table', { name: 'Both groups in numbers' })).toBeNull();
	});
	it('says what is no day, and keeps the days there are', async () => {
		const app = await renderApp('/comparetrends?aFrom=2026-11-06&aTo=2026-11-19&bFrom=2026-10-23&bTo=2026-11-05', { handlers: boots() });
		await screen.findByText(/^Group A records/);
		const [first] = screen.getAllByRole('textbox', { name: 'First day' });
		if (!first) throw new Error('There is no field');
		await app.user.clear(first);
		await app.user.type(first, '31.2.2026');
		await app.user.tab();
		expect(await screen.findByText('This is no day. Write it as 2026-11-06.')).toBeVisible();
		expect(app.router.state.location.search).toMatchObject({ aFrom: '2026-11-06' });
		await app.user.clear(first);
		await app.user.type(first, '2026-11-08');
		await waitFor(() => expect(app.router.state.location.search).toMatchObject({ aFrom: '2026-11-08' }));
		expect(screen.queryByText(/^This is no day/)).toBeNull();
	});
	it('exports every day of both', async () => {
		const saved = vi.spyOn(download, 'downloadFile').mockReturnValue();
		const app = await renderApp('/comparetrends?aFrom=2026-11-06&aTo=2026-11-19&bFrom=2026-10-23&bTo=2026-11-05', { handlers: boots() });
		await screen.findByText(/^Group A records/);
		await app.user.click(screen.getByRole('button', { name: 'CSV' }));
		const lines = String(saved.mock.calls[0]?.[2]).split('\r\n');
		expect(lines).toHaveLength(29);
		expect(lines[1]).toMatch(/^Group A,2026-11-06,300,/);
		expect(lines[28]).toMatch(/^Group B,2026-11-05,/);
	});
	it('speaks Finnish, and axe finds nothing', async () => {
		chooseLanguage('fi');
		await renderApp('/comparetrends', { handlers: boots() });
		expect(await screen.findByText(/^Ryhmässä A kirjattiin suostumuksia 40,0.% enemmän kuin ryhmässä B\.$/)).toBeVisible();
		expect(screen.getByRole('heading', { level: 1, name: 'Vertaa kehitystä' })).toBeVisible();
		expect(await axeFinds(document.body)).toEqual([]);
		chooseLanguage('en');
	});
});
