/** Saved views: one's own are one's own; shared ones are changed by their author and those who answer for the customer. */
import * as contract from '@luvalla/contract/guidance/views.ts';
import { type Act, recordActivity, recordPlatformActivity } from '#kernel/access/activity.ts';
import type { Asker } from '#kernel/access/asker.ts';
import type { Scope } from '#kernel/access/decide.ts';
import { newId } from '#kernel/clock.ts';
import { refusals, refuse } from '#kernel/http/errors.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import {
	deleteView,
	insertView,
	isNameTaken,
	listViews,
	ownShelf,
	readView,
	type Shelf,
	sharedShelf,
	updateView,
	type ViewRow,
} from './store.ts';

const refuseView = refusals({
	view_name_taken: [409, 'There is a view of this name already.', 'Tämänniminen näkymä on jo olemassa.'],
	too_many_views: [
		409,
		`There are ${contract.MOST_VIEWS} views of this list already. Delete one first.`,
		`Luettelolla on jo ${contract.MOST_VIEWS} näkymää. Poista ensin jokin niistä.`,
	],
});

/** Where views stand, who asks for them, and who hears of a change. */
interface Place {
	readonly shelf: Shelf;
	readonly author: string;
	readonly shared: boolean;
	readonly mayChange: (row: ViewRow) => boolean;
	readonly note: (tx: Tx, act: Act) => Promise<void>;
}

const own = (asker: Asker): Place => ({
	shelf: ownShelf(asker.userId),
	author: asker.userId,
	shared: false,
	mayChange: () => true,
	note: (tx, act) => recordPlatformActivity(tx, asker, act),
});

const shared = ({ customerId, as }: Scope, asker: Asker): Place => ({
	shelf: sharedShelf(customerId),
	author: asker.userId,
	shared: true,
	mayChange: (row) => as !== 'domainAdmin' || row.author === asker.userId,
	note: (tx, act) => recordActivity(tx, customerId, asker, act),
});

const shown = ({ shared: isShared, mayChange }: Place, row: ViewRow): contract.View => ({
	id: row.view_id,
	list: row.list,
	name: row.name,
	search: row.search,
	shared: isShared,
	can: { change: mayChange(row) },
});

const facts = ({ list, name }: ViewRow) => ({ list, name });

const all = async (tx: Tx, place: Place, list: string): Promise<contract.View[]> =>
	(await listViews(tx, place.shelf, list)).map((row) => shown(place, row));

const save = async (tx: Tx, place: Place, given: Pick<ViewRow, 'list' | 'name' | 'search'>): Promise<contract.View> => {
	const row: ViewRow = { view_id: newId(), author: place.author, ...given };
	if (await isNameTaken(tx, place.shelf, row)) throw refuseView('view_name_taken');
	if (!(await insertView(tx, place.shelf, row))) throw refuseView('too_many_views');
	await place.note(tx, { action: 'added', thing: 'view', thingId: row.view_id, after: facts(row) });
	return shown(place, row);
};

/** @throws Refused 404; 403 when it is somebody else's to change */
const changeable = async (tx: Tx, place: Place, id: string): Promise<ViewRow> => {
	const row = await readView(tx, place.shelf, id.toLowerCase());
	if (!row) throw refuse('not_found');
	if (!place.mayChange(row)) throw refuse('not_allowed');
	return row;
};

const change = async (
	tx: Tx,
	place: Place,
	id: string,
	{ name, search }: { name?: string | undefined; search?: contract.ViewSearch | undefined },
): Promise<contract.View> => {
	const before = await changeable(tx, place, id);
	const after: ViewRow = { ...before, name: name ?? before.name, search: search ?? before.search };
	if (await isNameTaken(tx, place.shelf, after)) throw refuseView('view_name_taken');
	await updateView(tx, place.shelf, after);
	await place.note(tx, { action: 'changed', thing: 'view', thingId: after.view_id, before: facts(before), after: facts(after) });
	return shown(place, after);
};

const remove = async (tx: Tx, place: Place, id: string): Promise<{ id: string }> => {
	const row = await changeable(tx, place, id);
	await deleteView(tx, place.shelf, row.view_id);
	await place.note(tx, { action: 'deleted', thing: 'view', thingId: row.view_id, before: facts(row) });
	return { id: row.view_id };
};

export const viewRoutes = ({ storage }: Pick<Kernel, 'storage'>): Route[] => {
	const mine = <T>(asker: Asker, work: (tx: Tx, place: Place) => Promise<T>): Promise<T> =>
		storage.inPlatform((tx) => work(tx, own(asker)));
	const ours = <T>(scope: Scope, asker: Asker, work: (tx: Tx, place: Place) => Promise<T>): Promise<T> =>
		storage.inTenant(scope.customerId, (tx) => work(tx, shared(scope, asker)));
	return [
		handle(contract.ownViews, ({ asker, query }) => mine(asker, (tx, place) => all(tx, place, query.list))),
		handle(contract.saveOwnView, ({ asker, body }) => mine(asker, (tx, place) => save(tx, place, body))),
		handle(contract.changeOwnView, ({ asker, params, body }) => mine(asker, (tx, place) => change(tx, place, params.id, body))),
		handle(contract.deleteOwnView, ({ asker, params }) => mine(asker, (tx, place) => remove(tx, place, params.id))),
		handle(contract.sharedViews, ({ asker, scope, query }) => ours(scope, asker, (tx, place) => all(tx, place, query.list))),
		handle(contract.saveSharedView, ({ asker, scope, body }) => ours(scope, asker, (tx, place) => save(tx, place, body))),
		handle(contract.changeSharedView, ({ asker, scope, params, body }) =>
			ours(scope, asker, (tx, place) => change(tx, place, params.id, body)),
		),
		handle(contract.deleteSharedView, ({ asker, scope, params }) => ours(scope, asker, (tx, place) => remove(tx, place, params.id))),
	];
};
