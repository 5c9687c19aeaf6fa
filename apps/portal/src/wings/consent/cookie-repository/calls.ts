/** The repository's calls, each for the global entries and for a customer's: one place knows which of both is asked. */

import type { AnswerOf, InputOf, Page } from '@luvalla/contract/call';
import {
	addCookieEntry,
	addCustomerCookieEntry,
	changeCookieEntry,
	changeCustomerCookieEntry,
	classifyCookies,
	classifyCustomerCookies,
	cookieCounts,
	cookieEntries,
	cookieEntriesFile,
	customerCookieCounts,
	customerCookieEntries,
	customerCookieEntriesFile,
	deleteCookieEntry,
	deleteCustomerCookieEntry,
	editCookieEntries,
	editCustomerCookieEntries,
	importCookieEntries,
	importCustomerCookieEntries,
} from '@luvalla/contract/consent/cookie-repository';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { asList, asQuery, useCall } from '#portal/lib/calls.ts';
import { ask, fetchFile, sendFile } from '#portal/lib/client.ts';
import type { AskedCall } from '#portal/ui/ConfirmDialog.tsx';
import type { Entry } from './entry.ts';
import { filtersOf, type RepositorySearch } from './repository.search.ts';

/** Whose entries: null are the global ones. */
export type Whose = number | null;

type Asked = NonNullable<InputOf<typeof cookieEntries>['query']>;
type NewEntry = InputOf<typeof addCookieEntry>['body'];
type EntryChange = InputOf<typeof changeCookieEntry>['body'];
export type ManyEdit = InputOf<typeof editCookieEntries>['body'];
export type Imported = AnswerOf<typeof importCookieEntries>;
type Seen = InputOf<typeof classifyCookies>['body']['cookies'];
export type Classified = AnswerOf<typeof classifyCookies>[number];

const of = (whose: number) => ({ params: { id: whose } });

/** What is out of date once an entry was changed. The counts first: the tabs are read again with their list, and ask for them then. */
export const LISTS = [cookieCounts, customerCookieCounts, cookieEntries, customerCookieEntries];
export const listCall = (whose: Whose) => (whose === null ? cookieEntries : customerCookieEntries);

/** @param ready false: whose they are is not known yet */
export function useEntries(whose: Whose, query: Asked, ready: boolean) {
	const all = useQuery({ ...asList(cookieEntries, { query }), enabled: ready && whose === null });
	const own = useQuery({ ...asList(customerCookieEntries, { ...of(whose ?? 0), query }), enabled: ready && whose !== null });
	return whose === null ? all : own;
}

/** Entries that match, as many as one answer has. */
export const findEntries = async (whose: Whose, query: Asked) => {
	const asked = { ...query, page: 1 };
	return whose === null ? ask(cookieEntries, { query: asked }) : ask(customerCookieEntries, { ...of(whose), query: asked });
};

/** How many there are of what a view shows. What stands on the tabs comes in one answer, asked once for all of them. */
export const countEntries = async (client: QueryClient, whose: Whose, view: RepositorySearch): Promise<Page | null> => {
	if ([view.q, view.type, view.source].some((one) => one !== undefined))
		return (await findEntries(whose, { size: 1, q: view.q, filter: filtersOf(view) })).page;
	const { data: counts } =
		whose === null ? await client.fetchQuery(asQuery(cookieCounts, {})) : await client.fetchQuery(asQuery(customerCookieCounts, of(whose)));
	return { total: counts[view.state === 'conflict' ? 'conflicts' : (view.state ?? 'all')], next: null };
};

/** Adds an entry, or changes one. @param quiet the screen itself says what came of it */
export function useSaveEntry(whose: Whose, quiet?: true) {
	const settings = { reload: LISTS, ...(quiet && { quiet }) };
	const add = useCall(addCookieEntry, settings);
	const addOwn = useCall(addCustomerCookieEntry, settings);
	const change = useCall(changeCookieEntry, settings);
	const changeOwn = useCall(changeCustomerCookieEntry, settings);
	return {
		add: (body: NewEntry) => (whose === null ? add.mutateAsync({ body }) : addOwn.mutateAsync({ ...of(whose), body })),
		change: (body: EntryChange) => (whose === null ? change.mutateAsync({ body }) : changeOwn.mutateAsync({ ...of(whose), body })),
		isPending: [add, addOwn, change, changeOwn].some(({ isPending }) => isPending),
	};
}

/** An entry as its call takes it back. */
export const written = ({ id, name, type, provider, domain, lifetimeSeconds, description, reason }: Entry): EntryChange => ({
	id,
	name,
	type,
	provider,
	domain,
	lifetimeSeconds,
	description,
	reason,
});

/** Deletes an entry. */
export function useRemoveEntry(whose: Whose): AskedCall<{ query: { id: string } }> {
	const remove = useCall(deleteCookieEntry, { reload: LISTS });
	const removeOwn = useCall(deleteCustomerCookieEntry, { reload: LISTS });
	return whose === null
		? remove
		: { isPending: removeOwn.isPending, mutate: (input, settings) => removeOwn.mutate({ ...of(whose), ...input }, settings) };
}

/** Does something with many entries. */
export function useEditMany(whose: Whose) {
	const edit = useCall(editCookieEntries, { reload: LISTS, quiet: true });
	const editOwn = useCall(editCustomerCookieEntries, { reload: LISTS, quiet: true });
	return {
		isPending: edit.isPending || editOwn.isPending,
		edit: (body: ManyEdit) => (whose === null ? edit.mutateAsync({ body }) : editOwn.mutateAsync({ ...of(whose), body })),
	};
}

/** The list as a file. */
export const fileOf = (whose: Whose, query: Pick<Asked, 'q' | 'sort' | 'filter'>) =>
	whose === null ? fetchFile(cookieEntriesFile, { query }) : fetchFile(customerCookieEntriesFile, { ...of(whose), query });

/** @param onShare told what share of the file has left */
export const importFile = async (whose: Whose, file: File, onShare: (share: number) => void): Promise<Imported> => {
	const { data } =
		whose === null
			? await sendFile(importCookieEntries, { file }, onShare)
			: await sendFile(importCustomerCookieEntries, { ...of(whose), file }, onShare);
	return data;
};

/** What a cookie that was seen is. */
export const classify = async (whose: Whose, cookies: Seen): Promise<readonly Classified[]> => {
	const body = { cookies };
	const { data } = whose === null ? await ask(classifyCookies, { body }) : await ask(classifyCustomerCookies, { ...of(whose), body });
	return data;
};

/** Whether a person may delete it: the global ones go from among the global ones alone. */
export const isRemovable = (whose: Whose, entry: Entry): boolean => whose === null || entry.source === 'own';
