/** The button that adds, at the moment at which a list turns out to be empty. */
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { makeQueryClient } from '#portal/lib/calls.ts';
import { ThemeProvider } from '#portal/theme/ThemeProvider.tsx';
import { ListScreen } from './ListScreen.tsx';

it('is not taken from under a pointer or the focus, and stands once, below the drawing, after they left', async () => {
	const pressed: unknown[] = [];
	const client = makeQueryClient();
	const drawn = (rows: readonly string[] | undefined) => (
		<QueryClientProvider client={client}>
			<ThemeProvider env="test">
				<ListScreen
					name="names"
					title="Names"
					query={{
						data: rows && { data: rows, page: null },
						error: null,
						isError: false,
						isFetching: !rows,
						isPending: !rows,
						refetch: () => {},
					}}
					columns={[{ key: 'name', header: 'Name', cell: (name: string) => name }]}
					rowId={String}
					rowName={String}
					search={{}}
					onSearch={(patch) => pressed.push(patch)}
					count={(total) => `${total} names`}
					add={{ label: 'Add name' }}
					empty={{ title: 'No names', why: 'Nobody has one.' }}
				/>
			</ThemeProvider>
		</QueryClientProvider>
	);
	const user = userEvent.setup();
	const add = () => screen.getByRole('button', { name: 'Add name' });
	const head = () => within(screen.getByRole('banner'));
	const { rerender } = render(drawn(undefined));
	const first = add();
	for (const [begin, end, leave] of [
		[() => user.pointer({ keys: '[MouseLeft>]', target: first }), () => user.pointer('[/MouseLeft]'), () => user.click(document.body)],
		[() => user.tab(), () => user.keyboard('{Enter}'), () => user.tab()],
	] as const) {
		rerender(drawn(undefined));
		const before = pressed.length;
		await begin();
		rerender(drawn([]));
		expect(screen.getByRole('heading', { name: 'No names' })).toBeVisible();
		await end();
		expect(pressed).toHaveLength(before + 1);
		expect(head().getByRole('button', { name: 'Add name' })).toBe(add());
		await leave();
		expect(head().queryByRole('button', { name: 'Add name' })).toBeNull();
		expect(add()).toBeVisible();
	}
});
