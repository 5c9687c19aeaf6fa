/** How much of a list is drawn again when little of it changes: what a press costs on a slow machine. */
import { IconDownload } from '@tabler/icons-react';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { makeQueryClient } from '#portal/lib/calls.ts';
import { ThemeProvider } from '#portal/theme/ThemeProvider.tsx';
import { RelativeTime } from '../times.tsx';
import { DataList } from './DataList.tsx';

const NAMES = ['Aino', 'Eero', 'Helmi', 'Onni'];
const same = (name: string) => name;

it('draws no cell again when rows are picked or let go', async () => {
	const drawn: string[] = [];
	const query = { data: { data: NAMES, page: null }, error: null, isError: false, refetch: () => {} };
	const columns = [{ key: 'name', header: 'Name', cell: (name: string) => drawn.push(name) && name }];
	render(
		<QueryClientProvider client={makeQueryClient()}>
			<ThemeProvider env="test">
				<DataList
					name="names"
					caption="Names"
					query={query}
					columns={columns}
					rowId={same}
					rowName={same}
					search={{}}
					onSearch={() => {}}
					count={(total) => `${total} names`}
					empty={null}
					bulk={[{ label: 'Export', icon: IconDownload, onChoose: () => {} }]}
				/>
			</ThemeProvider>
		</QueryClientProvider>,
	);
	const user = userEvent.setup();
	expect(drawn).toEqual(NAMES);
	await user.click(screen.getByRole('checkbox', { name: 'Select Eero' }));
	expect(screen.getByRole('row', { name: /Eero/ })).toHaveAttribute('data-picked');
	expect(screen.getByRole('button', { name: 'Export' })).toBeVisible();
	await user.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }));
	expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(1 + NAMES.length);
	await user.click(screen.getByRole('checkbox', { name: 'Select Aino' }));
	expect(screen.getByRole('checkbox', { name: 'Select Aino' })).not.toBeChecked();
	expect(drawn).toEqual(NAMES);
});

it('keeps one clock for all its times, until the last is gone', () => {
	vi.useFakeTimers({ now: Date.UTC(2026, 10, 20, 12) });
	try {
		const times = (hours: readonly number[]) => hours.map((hour) => <RelativeTime key={hour} at={`2026-11-20T0${hour}:59:45.000Z`} />);
		const { rerender, unmount } = render(times([7, 8, 9]));
		expect(vi.getTimerCount()).toBe(1);
		const before = screen.getAllByRole('time').map((one) => one.textContent);
		vi.setSystemTime(Date.UTC(2026, 10, 20, 15));
		vi.advanceTimersByTime(30_000);
		rerender(times([7, 8]));
		const after = screen.getAllByRole('time').map((one) => one.textContent);
		expect(before).toHaveLength(3);
		expect(after).not.toContain(before[0]);
		expect(after).not.toContain(before[1]);
		expect(vi.getTimerCount()).toBe(1);
		unmount();
		expect(vi.getTimerCount()).toBe(0);
	} finally {
		vi.useRealTimers();
	}
});
