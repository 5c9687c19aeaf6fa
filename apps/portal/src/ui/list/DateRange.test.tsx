import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { chooseLanguage } from '#portal/lib/say.ts';
import type { Span } from '#portal/lib/spans.ts';
import { axeFinds } from '#portal/test/axe.ts';
import { ThemeProvider } from '#portal/theme/ThemeProvider.tsx';
import { DateField } from '../form/DateField.tsx';
import { DateRange } from './DateRange.tsx';

beforeEach(() => {
	vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date(2026, 10, 20, 9, 41) });
});
afterEach(() => {
	// before the clock goes back: what is on the page may still have a timer of the false one
	cleanup();
	vi.useRealTimers();
	chooseLanguage('en');
});

const Look = ({ children }: { children: ReactNode }) => <ThemeProvider env="test">{children}</ThemeProvider>;

function Filter({ start, told }: { start: Span; told: Span[] }) {
	const [span, setSpan] = useState(start);
	const tell = (next: Span) => {
		told.push(next);
		setSpan(next);
	};
	return <DateRange name="Time" unset="All time" value={span} onChange={tell} />;
}

const opened = async (start: Span = {}) => {
	const told: Span[] = [];
	const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
	render(<Filter start={start} told={told} />, { wrapper: Look });
	await user.click(screen.getByRole('button', { name: /^Time/ }));
	return { user, told, panel: within(await screen.findByRole('dialog', { name: /^Time/ })) };
};

function Form({ start, told }: { start: string; told: string[] }) {
	const [value, setValue] = useState(start);
	const tell = (next: string) => {
		told.push(next);
		setValue(next);
	};
	return <DateField label="When it was said" max="2026-11-20" value={value} onChange={tell} />;
}

describe('a span of days', () => {
	it('is chosen by its name, reads as a phrase, and is removed', async () => {
		const { user, told, panel } = await opened();
		expect(panel.getByRole('button', { name: 'All time' })).toHaveAttribute('aria-pressed', 'true');
		await user.click(panel.getByRole('button', { name: 'Last month' }));
		expect(told).toEqual([{ from: '2026-10-01', to: '2026-10-31' }]);
		expect(screen.getByRole('button', { name: 'Time Last month' })).toHaveFocus();
		await user.click(screen.getByRole('button', { name: 'Remove the filter Time' }));
		expect(told.at(-1)).toEqual({ from: undefined, to: undefined });
		expect(screen.getByRole('button', { name: 'Time All time' })).toBeVisible();
	});
	it('is written, as the portal writes days, and refuses what is no day, is to come, or would turn it round', async () => {
		const { user, told, panel } = await opened();
		const first = panel.getByRole('textbox', { name: 'First day' });
		const last = panel.getByRole('textbox', { name: 'Last day' });
		await user.type(first, 'Nov-31-2026{Enter}');
		expect(panel.getByText('Write the day as Nov-20-2026')).toBeVisible();
		await user.clear(first);
		await user.type(first, 'Nov-21-2026{Enter}');
		expect(panel.getByText('This day is still to come')).toBeVisible();
		expect(told).toEqual([]);
		await user.clear(first);
		await user.type(first, 'nov 3, 2026{Enter}');
		expect(told).toEqual([{ from: '2026-11-03', to: undefined }]);
		expect(first).toHaveValue('Nov-03-2026');
		await user.type(last, '2026-11-02{Enter}');
		expect(panel.getByText('The first day comes after the last')).toBeVisible();
		await user.clear(last);
		await user.type(last, '2026-11-09{Tab}');
		expect(told.at(-1)).toEqual({ from: '2026-11-03', to: '2026-11-09' });
		await user.keyboard('{Escape}');
		expect(screen.getByRole('button', { name: 'Time Nov-03-2026 – Nov-09-2026' })).toHaveFocus();
	});
	it('is clicked by keyboard alone in months that begin their weeks on Monday, and told when it has both ends', async () => {
		const { user, told, panel } = await opened({ from: '2026-11-09', to: '2026-11-12' });
		const day = await panel.findByRole('button', { name: 'Monday, November 9, 2026' });
		expect(panel.getAllByRole('columnheader').map((one) => one.textContent)).toEqual(['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']);
		expect(panel.getByRole('button', { name: 'Saturday, November 21, 2026' })).toBeDisabled();
		day.focus();
		await user.keyboard('{ArrowRight}{Enter}');
		expect(told).toEqual([]);
		await user.keyboard('{ArrowDown}{ArrowRight}{Enter}');
		expect(told).toEqual([{ from: '2026-11-10', to: '2026-11-18' }]);
	});
	it('speaks Finnish', async () => {
		chooseLanguage('fi');
		const { user, told, panel } = await opened({ from: '2026-11-09', to: '2026-11-12' });
		expect(screen.getByRole('button', { name: 'Time 9.11.2026–12.11.2026' })).toBeVisible();
		expect(await panel.findByRole('button', { name: 'maanantai 9. marraskuuta 2026' })).toBeVisible();
		expect(panel.getByRole('button', { name: 'marraskuu 2026' })).toBeVisible();
		const first = panel.getByRole('textbox', { name: 'Ensimmäinen päivä' });
		await user.clear(first);
		await user.type(first, '1.11.2026{Enter}');
		expect(told).toEqual([{ from: '2026-11-01', to: '2026-11-12' }]);
	});
	it('is accessible', async () => {
		const { panel } = await opened({ from: '2026-11-09', to: '2026-11-12' });
		await panel.findByRole('button', { name: 'Monday, November 9, 2026' });
		expect(await axeFinds(document.body)).toEqual([]);
	});
});

describe('a moment in a form', () => {
	const field = (start: string) => {
		const told: string[] = [];
		render(<Form start={start} told={told} />, { wrapper: Look });
		return { told, user: userEvent.setup({ advanceTimers: vi.advanceTimersByTime }), input: screen.getByRole('textbox') };
	};
	it('is written in the portal’s language, whatever the browser’s is', async () => {
		chooseLanguage('fi');
		const { told, user, input } = field('2026-11-20T09:05');
		expect(input).toHaveValue('20.11.2026 klo\u00a09.05');
		await user.clear(input);
		await user.type(input, '2.1.2026 klo 15.30');
		expect(told.at(-1)).toBe('2026-01-02T15:30');
		await user.tab();
		expect(input).toHaveValue('2.1.2026 klo\u00a015.30');
	});
	it('leaves what is no moment as it was written, for the form to refuse', async () => {
		const { told, user, input } = field('2026-11-20T09:05');
		await user.clear(input);
		await user.type(input, 'Nov-20-2026, 25:00');
		await user.tab();
		expect(told.at(-1)).toBe('Nov-20-2026, 25:00');
		expect(input).toHaveValue('Nov-20-2026, 25:00');
	});
	it('keeps its time of day when another day is clicked', async () => {
		const { told, user } = field('2026-11-20T09:05');
		await user.click(screen.getByRole('button', { name: 'When it was said: choose the day in a calendar' }));
		await user.click(await screen.findByRole('button', { name: 'Wednesday, November 18, 2026' }));
		expect(told).toEqual(['2026-11-18T09:05']);
	});
});
