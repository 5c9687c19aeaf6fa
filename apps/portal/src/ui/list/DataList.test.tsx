/** What a list keeps and says while it is searched, sorted and turned. */
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { makeQueryClient } from '#portal/lib/calls.ts';
import type { ListSearch } from '#portal/lib/search.ts';
import { ThemeProvider } from '#portal/theme/ThemeProvider.tsx';
import { DataList } from './DataList.tsx';

const COLUMNS = [{ key: 'name', header: 'Name', sort: 'name', cell: (name: string) => name }];
const same = (name: string) => name;

/** A list that is not answered while it is searched. */
function Names() {
	const [search, setSearch] = useState<ListSearch>({});
	const failed = search.q !== undefined;
	const data = failed ? undefined : { data: ['Aino'], page: { total: 30, next: 2 } };
	return (
		<DataList
			name="names"
			caption="Names"
			query={{ data, error: failed ? new Error('No answer') : null, isError: failed, refetch: () => {} }}
			columns={COLUMNS}
			rowId={same}
			rowName={same}
			search={search}
			onSearch={(patch) => setSearch({ ...search, ...patch })}
			searchLabel="Search names"
			count={(total) => `${total} names`}
			before={<p>Above the names</p>}
			empty={null}
		/>
	);
}
const drawn = () => {
	render(
		<QueryClientProvider client={makeQueryClient()}>
			<ThemeProvider env="test">
				<Names />
			</ThemeProvider>
		</QueryClientProvider>,
	);
	return userEvent.setup();
};

it('keeps what is written in its search, and the way out of it, when that is not answered', async () => {
	const user = drawn();
	const box = screen.getByRole('searchbox', { name: 'Search names' });
	await user.type(box, 'ai');
	expect(await screen.findByRole('alert')).toBeVisible();
	await user.keyboard('no');
	expect(box).toHaveFocus();
	expect(box).toHaveValue('aino');
	expect(screen.getByText('Above the names')).toBeVisible();
	await user.click(screen.getByRole('button', { name: 'Clear' }));
	expect(screen.getByText('Aino')).toBeVisible();
});

it('says how it is sorted and which page came, once that was changed', async () => {
	const user = drawn();
	const said = () => document.querySelector('[aria-live].visually-hidden')?.textContent;
	expect(said()).toBe('');
	await user.click(screen.getByRole('button', { name: 'Name' }));
	expect(said()).toBe('Name: sorted, smallest first, Page 1');
	await user.click(screen.getByRole('button', { name: 'Next page' }));
	expect(said()).toBe('Name: sorted, smallest first, Page 2');
});
