/** Costs by month: ascending, the current one so called, as bars and as a table, and what a month was made of. */
import { costing } from '@luvalla/contract/billing/costs';
import { DEFAULT_TARIFF, readTariff, setTariff, type Tariff } from '@luvalla/contract/billing/tariff';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { type Asked, answers, hangs, refuses } from '#portal/lib/handlers.ts';
import { chooseLanguage } from '#portal/lib/say.ts';
import { axeFinds } from '#portal/test/axe.ts';
import { bootOf } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';
import { expectedOf, type Month, monthName, monthsOf } from '#portal/ui/credits/months.ts';
import { priceMicros, priceText } from '#portal/ui/credits/prices.ts';

const month = (key: string, sending: number, scans: number) => ({
	key,
	value: JSON.stringify({ micros: sending + scans, kinds: { sending, scans, stored: 0 }, creditPriceCents: 1000, currency: 'EUR' }),
});
const rows = [month('2025-09', 2_000_000, 400_000), month('2025-10', 1_000_000, 0), month('2025-11', 2_642_000, 400_000)];
const tariff: Tariff = {
	since: '2026-09-01T00:00:00.000Z',
	prices: DEFAULT_TARIFF,
	currency: 'EUR',
	creditPriceCents: 1000,
	next: [],
	past: [],
};
const open = (search = '', handler = answers(costing, rows)) =>
	renderApp(`/manageaccount/costs${search}`, { handlers: [handler, answers(readTariff, tariff), ...bootOf('customerAdmin')] });

describe('the page', () => {
	it('says the current month first, and lists months ascending', async () => {
		await open();
		expect(await screen.findByText('November-2025 (Current), so far')).toBeVisible();
		const bars = within(screen.getByRole('list', { name: 'Costs by month' })).getAllByRole('button');
		expect(bars.map((one) => one.textContent)).toEqual([
			'24.00\u00a0€ September-2025',
			'10.00\u00a0€ October-2025',
			'30.42\u00a0€ November-2025 (Current)',
		]);
		expect(bars[2]).toHaveAttribute('aria-pressed', 'true');
	});
	it('fills the parts of the chosen month, which add up', async () => {
		const { user, router } = await open();
		await user.click(await screen.findByRole('button', { name: /€ September-2025$/ }));
		const table = await screen.findByRole('table', { name: 'Per activity, September-2025' });
		expect(within(table).getByRole('row', { name: /^Sending/ })).toHaveTextContent('20.00 €');
		expect(within(table).getByRole('row', { name: /^Together/ })).toHaveTextContent('24.00 €');
		expect(within(table).getByRole('link', { name: 'Scans' })).toHaveAttribute('href', '/manageaccount/credits?kind=scans');
		expect(router.state.location.search).toEqual({ month: '2025-09' });
	});
	it('is a table too', async () => {
		const { user } = await open();
		await user.click(await screen.findByRole('button', { name: 'Costs by month: show as table' }));
		const table = screen.getByRole('table', { name: 'Costs by month' });
		expect(within(table).getAllByRole('row')).toHaveLength(4);
		expect(within(table).getByRole('row', { name: /^October/ })).toHaveTextContent('10.00 €');
	});
	it('says when nothing was used, when it failed, and waits', async () => {
		await open('', answers(costing, [month('2025-11', 0, 0)]));
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
		expect(await screen.findByText('marraskuu 2025 (kuluva), tähän asti')).toBeVisible();
		expect(screen.getByRole('button', { name: /10,00.€ lokakuu 2025/ })).toBeVisible();
		chooseLanguage('en');
	});
});

describe('the tariff, changed by ADMIN', () => {
	const dearer = { ...DEFAULT_TARIFF, email: 2_000 };
	const others = {
		...tariff,
		next: [{ since: '2027-01-01T00:00:00.000Z', prices: dearer }],
		past: [{ since: '2026-01-01T10:00:00.000Z', prices: { ...DEFAULT_TARIFF, sms: 60_000 } }],
	};
	const openForm = (more: Parameters<typeof renderApp>[1]['handlers'] = []) =>
		renderApp('/manageaccount/costs?id=tariff', {
			handlers: [...more, answers(readTariff, others), answers(costing, rows), ...bootOf('admin')],
		});
	const form = async () => {
		const drawer = await screen.findByRole('dialog', { name: 'Change the tariff' });
		return { drawer, letter: await within(drawer).findByRole('textbox', { name: 'Letter' }) };
	};
	const setting = (asked: Asked[]) =>
		answers(setTariff, (one) => {
			asked.push(one);
			return { ...tariff, prices: dearer };
		});

	it('opens from its card, and for nobody else', async () => {
		const { user } = await renderApp('/manageaccount/costs?customer=1', {
			handlers: [answers(readTariff, tariff), answers(costing, rows), ...bootOf('admin')],
		});
		await user.click(await screen.findByRole('button', { name: 'Change' }));
		expect((await form()).letter).toHaveValue('0.001');
	});
	it('has no button for a customer’s admin, nor a form by its address', async () => {
		await open('?id=tariff');
		await screen.findByRole('table', { name: 'Tariff since Sep-01-2026' });
		expect(screen.queryByRole('button', { name: 'Change' })).toBeNull();
		expect(screen.queryByRole('dialog')).toBeNull();
	});
	it('sends all prices, from now on', async () => {
		const asked: Asked[] = [];
		const { user } = await openForm([setting(asked)]);
		const { drawer, letter } = await form();
		expect(await axeFinds(drawer)).toEqual([]);
		await user.clear(letter);
		await user.type(letter, '0,002');
		await user.click(within(drawer).getByRole('button', { name: 'Save tariff' }));
		await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
		expect(asked.map(({ body }) => body)).toEqual([{ prices: dearer }]);
	});
	it('takes a later moment, and none that is over', async () => {
		const asked: Asked[] = [];
		const { user } = await openForm([setting(asked)]);
		const { drawer } = await form();
		const since = within(drawer).getByRole('textbox', { name: /^Holds from/ });
		await user.type(since, 'Jan-01-2020, 10:00');
		await user.click(within(drawer).getByRole('button', { name: 'Save tariff' }));
		expect((await within(drawer).findAllByText(/A tariff begins now or later/)).length).toBeGreaterThan(0);
		await user.clear(since);
		await user.type(since, 'Jan-01-2127, 10:00');
		await user.click(within(drawer).getByRole('button', { name: 'Save tariff' }));
		await waitFor(() => expect(asked).toHaveLength(1));
		expect(asked[0]?.body).toEqual({ prices: DEFAULT_TARIFF, since: new Date('2127-01-01T10:00').toISOString() });
	});
	it.each(['', '-1', '0.0000001', '1000.1', 'free'])('takes no price of “%s”', async (text) => {
		const asked: Asked[] = [];
		const { user } = await openForm([setting(asked)]);
		const { drawer, letter } = await form();
		await user.clear(letter);
		if (text !== '') await user.type(letter, text);
		await user.click(within(drawer).getByRole('button', { name: 'Save tariff' }));
		expect((await within(drawer).findAllByText('Write a price from 0 to 1000, such as 0.065')).length).toBeGreaterThan(0);
		expect(asked).toEqual([]);
	});
	it('lists the tariffs before and after it, which nothing changes', async () => {
		const { user } = await openForm();
		const { drawer } = await form();
		const past = within(drawer).getByRole('region', { name: 'Held before' });
		await user.click(within(past).getByText(/^Tariff since Jan-01-2026/, { selector: 'summary > span' }));
		expect(within(past).getByRole('row', { name: /^Text message/ })).toHaveTextContent('0.06 €');
		const next = within(drawer).getByRole('region', { name: 'Decided for later' });
		await user.click(within(next).getByText(/^Tariff since Jan-01-2027/, { selector: 'summary > span' }));
		expect(within(next).getByRole('row', { name: /^Letter/ })).toHaveTextContent('0.002 €');
		expect(within(past).queryByRole('textbox')).toBeNull();
	});
	it('speaks Finnish', async () => {
		chooseLanguage('fi');
		await openForm();
		const drawer = await screen.findByRole('dialog', { name: 'Muuta hinnastoa' });
		expect(await within(drawer).findByRole('textbox', { name: 'Sähköpostikirje' })).toHaveValue('0,001');
		chooseLanguage('en');
	});
});

describe('a price', () => {
	it.each([
		['0,000001', 1],
		['1000', 1_000_000_000],
		['0.1', 100_000],
	])('%s is read to the millionth', (text, micros) => expect(priceMicros(text)).toBe(micros));
	it('is written to the millionth', () => expect(priceText(65_432, 'EUR', 'fi')).toBe('0,065432\u00a0€'));
});

describe('months', () => {
	it('are in order, and what cannot be read is left out rather than nothing', () => {
		const found = monthsOf([month('2025-11', 1, 0), { key: '2025-10', value: 'no JSON' }, month('2025-09', 2, 0)]);
		expect(found.map(({ key, micros }) => [key, micros])).toEqual([
			['2025-09', 2],
			['2025-11', 1],
		]);
	});
	it('are called Month-Year', () => expect(monthName('2026-02', 'en')).toBe('February-2026'));
});

describe('what the current month will have cost', () => {
	const of = (micros: number): Month => ({
		key: '2026-11',
		micros,
		kinds: { sending: micros, scans: 0, stored: 0 },
		creditPriceCents: 1000,
		currency: 'EUR',
	});
	it('goes on as it went until now, by the days of Helsinki', () => {
		expect(expectedOf(of(1_950_000), new Date('2026-11-20T10:00:00Z'))).toBe(3_000_000);
		// in Helsinki it is the twenty-first already
		expect(expectedOf(of(2_050_000), new Date('2026-11-20T22:30:00Z'))).toBe(3_000_000);
	});
	it('is not said on the first two days, of a month that is over, or of nothing', () => {
		expect(expectedOf(of(1_000_000), new Date('2026-11-02T12:00:00Z'))).toBeNull();
		expect(expectedOf(of(1_000_000), new Date('2026-12-05T12:00:00Z'))).toBeNull();
		expect(expectedOf(of(0), new Date('2026-11-20T12:00:00Z'))).toBeNull();
	});
});
