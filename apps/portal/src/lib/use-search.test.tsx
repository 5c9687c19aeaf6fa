/** What is closed stays closed: Back leads past it. */
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { useScreenSearch } from './use-search.ts';

const search = z.object({ q: z.string().optional(), id: z.string().optional() });

function Screen() {
	const [{ q, id }, patch] = useScreenSearch(search);
	return (
		<>
			<p>
				{q ?? 'all'} {id ?? 'closed'}
			</p>
			<button type="button" onClick={() => patch({ q: 'x' })}>
				narrow
			</button>
			<button type="button" onClick={() => patch({ id: 'new' })}>
				open
			</button>
			<button type="button" onClick={() => patch({ id: undefined })}>
				close
			</button>
			<button type="button" onClick={() => patch({ id: 'made' })}>
				go on
			</button>
			<button type="button" onClick={() => patch({ q: undefined })}>
				widen
			</button>
		</>
	);
}

it('a drawer that was closed is not opened by Back, and a filter that was taken away comes again', async () => {
	const history = createMemoryHistory();
	render(<RouterProvider router={createRouter({ routeTree: createRootRoute({ component: Screen }), history })} />);
	const press = async (name: string): Promise<void> => {
		await act(async () => (await screen.findByRole('button', { name })).click());
	};
	for (const name of ['narrow', 'open', 'close']) await press(name);
	expect(await screen.findByText('x closed')).toBeVisible();
	await act(async () => history.back());
	expect(await screen.findByText('x closed')).toBeVisible();
	await act(async () => history.back());
	expect(await screen.findByText('all closed')).toBeVisible();
	for (const name of ['open', 'go on']) await press(name);
	expect(await screen.findByText('all made')).toBeVisible();
	await act(async () => history.back());
	expect(await screen.findByText('all closed')).toBeVisible();
	for (const name of ['narrow', 'widen']) await press(name);
	await act(async () => history.back());
	expect(await screen.findByText('x closed')).toBeVisible();
});
