/** Costs by month: ascending, the current one so called, as bars and as a table, and what a month was made of. */
import { costing } from '@luvalla/contract/billing/costs';
import { DEFAULT_TARIFF, readTariff, type Tariff } from '@luvalla/contract/billing/tariff';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answers, hangs, refuses } from '#portal/lib/handlers.ts';
import { chooseLanguage } from '#portal/lib/say.ts';
import { bootOf } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';
import { monthName, monthsOf } from './months.ts';

const month = (key: string, sending: number, scans: number) => ({
	key,
	value: JSON.stringify({ micros: sending + scans, kinds: { sending, scans, stored: 0 }, creditPriceCents: 1000, currency: 'EUR' }),
});
const rows = [month('2026-09', 2_000_000, 400_000), month('2026-10', 1_000_000, 0), month('2026-11', 2_642_000, 400_000)];
const tariff: Tariff = { since: '2026-09-01T00:00:00.000Z', prices: DEFAULT_TARIFF, currency: 'EUR', creditPriceCents: 1000, next: [] };
const open = (search = '', handler = answers(costing, rows)) =>
	renderApp(`/manageaccount/costs${search}`, { handlers: [handler, answers(readTariff, tariff), ...bootOf('customerAdmin')] });

describe('the page', () => {
	it('says the current month first, and lists months ascending', async () => {
		await open();
		expect(await screen.findByText('November-2026 (Current), so far')).toBeVisible();
		const bars = within(screen.getByRole('list', { name: 'Costs by month' })).getAllByRole('button');
		expect(bars.map((one) => one.textContent)).toEqual([
			'24.00\u00a0€ September-2026',
			'10.00\u00a0€ October-2026',
			'30.42\u00a0€ November-2026 (Current)',
		]);
		expect(bars[2]).toHaveAttribute('aria-pressed', 'true');
	});
	it('fills the parts of the chosen month, which add up', async () => {
		const { user, router } = await open();
		await user.click(await screen.findByRole('button', { name: /€ September-2026$/ }));
		const table = await screen.findByRole('table', { name: 'Per activity, September-2026' });
		expect(within(table).getByRole('row', { name: /^Sending/ })).toHaveTextContent('20.00 €');
		expect(within(table).getByRole('row', { name: /^Together/ })).toHaveTextContent('24.00 €');
		expect(within(table).getByRole('link', { name: 'Scans' })).toHaveAttribute('href', '/manageaccount/credits?kind=scans');
		expect(router.state.location.search).toEqual({ month: '2026-09' });
	});
	it('is a table too', async () => {
		const { user } = await open();
		await user.click(await screen.findByRole('button', { name: 'Costs by month: show as table' }));
		const table = screen.getByRole('table', { name: 'Costs by month' });
		expect(within(table).getAllByRole('row')).toHaveLength(4);
		expect(within(table).getByRole('row', { name: /^October/ })).toHaveTextContent('10.00 €');
	});
	it('says when nothing was used, when it failed, and waits', async () => {
		await open('', answers(costing, [month('2026-11', 0, 0)]));
		expect(await screen.findByRole('heading', { name: 'Nothing has cost anything yet' })).toBeVisible();
	});
	it('says that it failed', async () => {
		await open('', refuses(costing, 500, { code: 'internal' }));
		expect(await screen.findByText('Something went wrong')).toBeVisible();
		expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
	});
	it('says since when the tariff holds and what one costs, also before anything was used', async () => {
		await open('', answers(costing, []));
		const table = await screen.findByRole('table', { name: 'Tariff since Sep-01-2026' });
		expect(within(table).getByRole('row', { name: /^Letter/ })).toHaveTextContent('0.001 €');
		expect(within(table).getByRole('row', { name: /^Stored consent/ })).toHaveTextContent('0.0001 €');
		expect(within(table).getByRole('row', { name: /^Page of a cookie scan/ })).toHaveTextContent('0.10 €');
	});
	it('waits', async () => {
		await open('', hangs(costing));
		await screen.findByRole('heading', { level: 1 });
		expect(document.querySelector('[aria-busy="true"]')).not.toBeNull();
	});
	it('speaks Finnish', async () => {
		chooseLanguage('fi');
		await open();
		expect(await screen.findByText('marraskuu 2026 (kuluva), tähän asti')).toBeVisible();
		expect(screen.getByRole('button', { name: /10,00.€ lokakuu 2026/ })).toBeVisible();
		chooseLanguage('en');
	});
});

describe('months', () => {
	it('are in order, and what cannot be read is left out rather than nothing', () => {
		const found = monthsOf([month('2026-11', 1, 0), { key: '2026-10', value: 'no JSON' }, month('2026-09', 2, 0)]);
		expect(found.map(({ key, micros }) => [key, micros])).toEqual([
			['2026-09', 2],
			['2026-11', 1],
		]);
	});
	it('are called Month-Year', () => expect(monthName('2026-02', 'en')).toBe('February-2026'));
});
