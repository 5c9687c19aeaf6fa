/** Saved views above a list: opened, counted, saved, kept up and shared. */
import {
	changeOwnView,
	deleteOwnView,
	deleteSharedView,
	ownViews,
	saveOwnView,
	saveSharedView,
	sharedViews,
	type View,
} from '@luvalla/contract/guidance/views';
import { customerDomains } from '@luvalla/contract/tenancy/domains';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Asked, answers, hangs } from '#portal/lib/handlers.ts';
import { domainRow } from '#portal/test/domain.ts';
import { bootOf, idOf } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';

const domain = (n: number) => domainRow(n, { proof: { by: 'dns', at: '2026-10-01T11:00:00.000Z' } });
const view = (n: number, name: string, over: Partial<View> = {}): View => ({
	id: idOf(n),
	list: 'customerdomains',
	name,
	search: { filters: {}, hidden: [] },
	shared: false,
	can: { change: true },
	...over,
});

let own: View[] = [];
let shared: View[] = [];
let sent: Asked[] = [];
let asked: URL[] = [];
beforeEach(() => {
	own = [
		view(81, 'Bare shops', { search: { q: 'shop', sort: '-name', filters: { banner: 'none' }, hidden: ['name'] } }),
		view(82, 'Of before', { search: { filters: { banner: 'blue', gone: '1' }, hidden: [] } }),
	];
	shared = [view(83, 'Ours', { shared: true, search: { q: 'club', filters: {}, hidden: [] }, can: { change: false } })];
	sent = [];
	asked = [];
});
const takes = (one: Asked): View => {
	sent.push(one);
	return view(90, 'Made');
};
const open = (search = '') =>
	renderApp(`/customerdomains${search}`, {
		handlers: [
			answers(ownViews, () => own),
			answers(sharedViews, () => shared),
			answers(
				customerDomains,
				({ url }) => {
					asked.push(url);
					return [domain(1), domain(2)];
				},
				{ total: 10_000, more: true, next: 2 },
			),
			answers(saveOwnView, (one) => {
				const made = takes(one);
				own = [...own, made];
				return made;
			}),
			answers(saveSharedView, takes),
			answers(changeOwnView, takes),
			answers(deleteOwnView, ({ params }) => ({ id: String(params.id) })),
			answers(deleteSharedView, ({ params }) => ({ id: String(params.id) })),
			...bootOf('customerAdmin'),
		],
	});
const tabs = async () => within(await screen.findByRole('navigation', { name: 'Views' }));
const tab = async (name: RegExp | string) => (await tabs()).findByRole('button', { name });

describe('a view', () => {
	it('opens what it holds, with its own columns, and All leads out of it again', async () => {
		const { user, router } = await open('?page=2');
		await user.click(await tab(/^Bare shops/));
		// the list itself, and how many its tab says: whichever comes first
		await waitFor(() => expect(asked.filter((url) => url.searchParams.get('sort') === '-name')).toHaveLength(2));
		await waitFor(() => expect(router.state.location.search).toMatchObject({ q: 'shop', sort: '-name', banner: 'none', view: idOf(81) }));
		await waitFor(() => expect(router.state.location.search).not.toHaveProperty('page'));
		expect(await tab(/^Bare shops/)).toHaveAttribute('aria-current', 'true');
		await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Name' })).toBeNull());
		await user.click(await tab(/^All/));
		await waitFor(() => expect(router.state.location.searchStr).toBe(''));
		expect(await screen.findByRole('columnheader', { name: 'Name' })).toBeVisible();
	});
	it('is opened by a link that names it alone, and by one with a filter that is no longer valid as far as it is', async () => {
		const app = await open(`?view=${idOf(81)}`);
		await waitFor(() => expect(app.router.state.location.search).toMatchObject({ q: 'shop', banner: 'none' }));
		app.unmount();
		const { user, router } = await open('?q=x');
		await user.click(await tab(/^Of before/));
		await waitFor(() => expect(router.state.location.search).toMatchObject({ view: idOf(82) }));
		expect(await screen.findByRole('link', { name: 'shop1.example' })).toBeVisible();
		expect(asked.some((url) => url.searchParams.get('banner') === 'blue')).toBe(false);
		expect(screen.queryByRole('button', { name: 'Remove the filter Banner' })).toBeNull();
	});
	it('says how many it shows, counted by the list’s own call, capped, and the list does not wait for it', async () => {
		await open();
		expect(await tab(/Ours.*10,000\+/)).toBeVisible();
		// The list of all says so, too.
		expect(await screen.findByText('10,000+ domains')).toBeInTheDocument();
		expect(asked[0]?.searchParams.has('q')).toBe(false);
		expect(asked.some((url) => url.searchParams.get('q') === 'club')).toBe(true);
		expect((await tabs()).getByRole('img', { name: 'Shared:' })).toBeVisible();
	});
	it('is no one’s wait: the list is there while views are still on their way', async () => {
		await renderApp('/customerdomains', {
			handlers: [
				hangs(ownViews),
				hangs(sharedViews),
				answers(customerDomains, [domain(1)], { total: 1, next: null }),
				...bootOf('customerAdmin'),
			],
		});
		expect(await screen.findByRole('link', { name: 'shop1.example' })).toBeVisible();
		expect(await tab(/^All/)).toHaveAttribute('aria-current', 'true');
	});
});

describe('what a list is narrowed to', () => {
	it('is saved under a name, for oneself or for the customer', async () => {
		const { user, router } = await open('?q=shop&banner=none');
		await user.click(await tab('Save this view …'));
		const form = within(await screen.findByRole('dialog', { name: 'Save this view' }));
		expect(await form.findByRole('button', { name: 'Save view' })).toBeDisabled();
		await user.type(form.getByRole('textbox', { name: 'Name' }), 'Made');
		await user.click(form.getByRole('button', { name: 'Save view' }));
		await screen.findByText('View saved successfully.');
		const held = { q: 'shop', filters: { banner: 'none' }, hidden: [] };
		expect(sent.map((one) => one.body)).toEqual([{ list: 'customerdomains', name: 'Made', search: held }]);
		await waitFor(() => expect(router.state.location.search).toMatchObject({ view: idOf(90), q: 'shop' }));
	});
	it('may be shared at once', async () => {
		const { user } = await open('?q=shop');
		await user.click(await tab('Save this view …'));
		const form = within(await screen.findByRole('dialog', { name: 'Save this view' }));
		await user.type(await form.findByRole('textbox', { name: 'Name' }), 'Made');
		await user.click(form.getByRole('switch', { name: 'Share with the customer' }));
		await user.click(form.getByRole('button', { name: 'Save view' }));
		await waitFor(() => expect(sent[0]?.url.pathname).toBe('/api/manage/views'));
	});
	it('replaces what an open view holds, which can be renamed, shared and deleted by whoever may', async () => {
		const { user, router } = await open(`?view=${idOf(81)}`);
		await waitFor(() => expect(router.state.location.search).toMatchObject({ banner: 'none' }));
		await user.click(await screen.findByRole('button', { name: 'Remove the filter Banner' }));
		await user.click(await tab('Actions for the view Bare shops'));
		await user.click(await screen.findByRole('menuitem', { name: 'Save changes' }));
		await waitFor(() =>
			expect(sent.map((one) => one.body)).toEqual([{ search: { q: 'shop', sort: '-name', filters: {}, hidden: ['name'] } }]),
		);
		await user.click(await tab('Actions for the view Bare shops'));
		await user.click(await screen.findByRole('menuitem', { name: 'Rename view' }));
		const form = within(await screen.findByRole('dialog', { name: 'Rename view' }));
		await user.clear(await form.findByRole('textbox', { name: 'Name' }));
		await user.type(form.getByRole('textbox', { name: 'Name' }), 'Without');
		await user.click(form.getByRole('button', { name: 'Rename view' }));
		await waitFor(() => expect(sent.at(-1)?.body).toEqual({ name: 'Without' }));
		await user.click(await tab(/^Bare shops/));
		await user.click(await tab('Actions for the view Bare shops'));
		await user.click(await screen.findByRole('menuitem', { name: 'Delete view' }));
		const question = within(await screen.findByRole('dialog', { name: 'Delete Bare shops?' }));
		own = [];
		await user.click(question.getByRole('button', { name: 'Delete view' }));
		await waitFor(() => expect(router.state.location.search).not.toHaveProperty('view'));
		await user.click(await tab(/Ours/));
		expect((await tabs()).queryByRole('button', { name: 'Actions for the view Ours' })).toBeNull();
	});
});
