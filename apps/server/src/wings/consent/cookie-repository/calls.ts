/** The calls of the cookie repository: rules around the store. */
import type { ClassifiedCookie } from '@luvalla/contract/consent/cookie-repository.ts';
import * as repository from '@luvalla/contract/consent/cookie-repository.ts';
import { BannerLanguage } from '@luvalla/contract/consent/languages.ts';
import { recordActivity, recordPlatformActivity } from '#kernel/access/activity.ts';
import type { Asker } from '#kernel/access/asker.ts';
import { newId } from '#kernel/clock.ts';
import { listFile } from '#kernel/http/csv-file.ts';
import { type Language, refusals, refuse } from '#kernel/http/errors.ts';
import { handle, handleIn, type Route } from '#kernel/http/handle.ts';
import { wholeUpload } from '#kernel/http/upload.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { pageOf, readPage, walkGathered } from '#kernel/storage/lists.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { createClassifier } from './classify.ts';
import { type Edited, editGlobal, editOwn } from './edit.ts';
import { COOKIE_FILE } from './file.ts';
import { importGlobal, importOwn } from './import.ts';
import { contentOf, readCookieFile } from './import-file.ts';
import { reasonIn } from './reasons.ts';
import {
	type Content,
	countEntries,
	deleteGlobal,
	deleteOwn,
	type EntryRow,
	entriesOf,
	globalEntries,
	globalKey,
	holdEntries,
	narrowed,
	ownEntries,
	ownKey,
	readEntry,
	shown,
	storeGlobal,
	storeOwn,
} from './store.ts';

const refuseCookie = refusals({
	cookie_known: [
		409,
		'There is an entry of this name and host already. Change that one.',
		'Tämän nimen ja verkko-osoitteen eväste on jo luettelossa. Muuta sitä.',
		'name',
	],
});

const found = <T>(entry: T | null): T => {
	if (entry === null) throw refuse('not_found');
	return entry;
};

const facts = ({ name, domain, provider, type, lifetime_seconds, reason, description }: Content) => ({
	...{ name, domain, provider, type, lifetime_seconds, reason },
	description: JSON.stringify(description),
});

interface Acting {
	readonly asker: Asker;
}

/** Writes an act on the platform's entries, or with a customer on its own. */
const record = (
	tx: Tx,
	customerId: number | null,
	{ asker }: Acting,
	act: { action: string; thing?: string; thingId: string; before?: Content | null; after?: Content | null; done?: Record<string, unknown> },
): Promise<void> => {
	const written = {
		...{ action: act.action, thing: act.thing ?? 'cookie', thingId: act.thingId },
		before: act.before ? facts(act.before) : null,
		after: act.done ?? (act.after ? facts(act.after) : null),
	};
	return customerId === null ? recordPlatformActivity(tx, asker, written) : recordActivity(tx, customerId, asker, written);
};

/** Adds an entry of a customer's own, or with null a global one. @throws Refused 409 cookie_known */
const add = async (tx: Tx, customerId: number | null, acting: Acting, entry: Content, over: EntryRow | null = null): Promise<EntryRow> => {
	const id = newId();
	if (customerId === null) {
		const known = await globalEntries(tx);
		if (known.some((one) => globalKey(one) === globalKey(entry))) throw refuseCookie('cookie_known');
		await storeGlobal(tx, [{ ...entry, entry_id: id, source: 'platform' }]);
	} else {
		const own = await ownEntries(tx, customerId);
		if (own.some((one) => ownKey(one) === ownKey(entry))) throw refuseCookie('cookie_known');
		await storeOwn(tx, customerId, [{ ...entry, entry_id: id }]);
	}
	await record(tx, customerId, acting, { action: over === null ? 'added' : 'changed', thingId: id, before: over, after: entry });
	return found(await readEntry(tx, customerId, id));
};

/** The entry with what is said of it anew; the rest stays. */
const changed = (before: Content, change: repository.EntryChange): Content =>
	contentOf({
		name: before.name,
		type: before.type,
		provider: before.provider,
		domain: before.domain,
		lifetimeSeconds: before.lifetime_seconds,
		description: before.description,
		reason: before.reason,
		...change,
	});

/** @throws Refused 404, 409 cookie_known */
const changeGlobal = async (tx: Tx, acting: Acting, id: string, change: repository.EntryChange): Promise<EntryRow> => {
	const before = found(await readEntry(tx, null, id));
	const entry = changed(before, change);
	const known = await globalEntries(tx);
	if (known.some((one) => one.entry_id !== id && globalKey(one) === globalKey(entry))) throw refuseCookie('cookie_known');
	await storeGlobal(tx, [{ ...entry, entry_id: id, source: 'platform' }]);
	await record(tx, null, acting, { action: 'changed', thingId: id, before, after: entry });
	return found(await readEntry(tx, null, id));
};

/** Of a global entry's id it makes one of the customer's own. @throws Refused 404, 409 cookie_known */
const changeOwn = async (tx: Tx, customerId: number, acting: Acting, id: string, change: repository.EntryChange): Promise<EntryRow> => {
	const own = await ownEntries(tx, customerId);
	const before = own.find((one) => one.entry_id === id);
	if (!before) {
		const global = found(await readEntry(tx, null, id));
		return add(tx, customerId, acting, changed(global, change), global);
	}
	const entry = changed(before, change);
	if (own.some((one) => one.entry_id !== id && ownKey(one) === ownKey(entry))) throw refuseCookie('cookie_known');
	await storeOwn(tx, customerId, [{ ...entry, entry_id: id }]);
	await record(tx, customerId, acting, { action: 'changed', thingId: id, before, after: entry });
	return found(await readEntry(tx, customerId, id));
};

/** Records what was done to many at once. @throws Refused 422 nothing_chosen */
const demandEdited = async (
	tx: Tx,
	customerId: number | null,
	acting: Acting,
	edit: repository.CookieEdit,
	edited: Edited | null,
): Promise<Edited> => {
	if (edited === null) throw refuse('nothing_chosen');
	const { set: _, ...values } = edit;
	const done = { ...values, cookies: edited.changed };
	if (edited.changed > 0)
		await record(tx, customerId, acting, {
			action: edit.set === 'deleted' ? 'deleted' : 'changed',
			thing: 'cookies',
			thingId: edit.set,
			done,
		});
	return edited;
};

/** Records an import, where it changed anything. */
const recordImport = async (
	tx: Tx,
	customerId: number | null,
	acting: Acting,
	report: repository.CookieImport,
): Promise<repository.CookieImport> => {
	const { format, rows, taken, changed } = report;
	if (taken + changed > 0)
		await record(tx, customerId, acting, {
			action: 'imported',
			thing: 'cookies',
			thingId: format,
			done: { rows, cookies: taken + changed },
		});
	return report;
};

const said =
	(language: Language) =>
	(one: ClassifiedCookie): ClassifiedCookie => ({ ...one, reason: reasonIn(language, one.reason) });

export const cookieRepositoryRoutes = (kernel: Kernel): Route[] => {
	const { storage } = kernel;
	return [
		handle(repository.cookieEntries, ({ query, language }) =>
			storage.inPlatform(async (tx) => {
				const { rows, counted } = await readPage(tx, entriesOf(null), narrowed({ ...query.filter, q: query.q }), query);
				return { data: rows.map((entry) => shown(entry, language)), page: pageOf(counted, query) };
			}),
		),
		handleIn(storage.inTenant, repository.customerCookieEntries, async (tx, { query, language, scope: { customerId } }) => {
			const { rows, counted } = await readPage(tx, entriesOf(customerId), narrowed({ ...query.filter, q: query.q }), query);
			return { data: rows.map((entry) => shown(entry, language)), page: pageOf(counted, query) };
		}),
		handle(repository.cookieCounts, () => storage.inPlatform((tx) => countEntries(tx, null))),
		handleIn(storage.inTenant, repository.customerCookieCounts, (tx, { scope: { customerId } }) => countEntries(tx, customerId)),
		handle(repository.addCookieEntry, ({ body, ...acting }) =>
			storage.inPlatform(async (tx) => {
				await holdEntries(tx, null);
				return shown(await add(tx, null, acting, contentOf(body)), acting.language);
			}),
		),
		handleIn(storage.inTenant, repository.addCustomerCookieEntry, async (tx, { body, scope: { customerId }, ...acting }) => {
			await holdEntries(tx, customerId);
			return shown(await add(tx, customerId, acting, contentOf(body)), acting.language);
		}),
		handle(repository.changeCookieEntry, ({ body: { id, ...entry }, ...acting }) =>
			storage.inPlatform(async (tx) => {
				await holdEntries(tx, null);
				return shown(await changeGlobal(tx, acting, id.toLowerCase(), entry), acting.language);
			}),
		),
		handleIn(
			storage.inTenant,
			repository.changeCustomerCookieEntry,
			async (tx, { body: { id, ...entry }, scope: { customerId }, ...acting }) => {
				await holdEntries(tx, customerId);
				return shown(await changeOwn(tx, customerId, acting, id.toLowerCase(), entry), acting.language);
			},
		),
		handle(repository.deleteCookieEntry, ({ query, ...acting }) =>
			storage.inPlatform(async (tx) => {
				await holdEntries(tx, null);
				const before = found(await readEntry(tx, null, query.id));
				await deleteGlobal(tx, [before.entry_id]);
				await record(tx, null, acting, { action: 'deleted', thingId: before.entry_id, before });
				return { deleted: true };
			}),
		),
		handleIn(storage.inTenant, repository.deleteCustomerCookieEntry, async (tx, { query, scope: { customerId }, ...acting }) => {
			await holdEntries(tx, customerId);
			const before = await readEntry(tx, customerId, query.id);
			if (before?.source !== 'own') throw refuse('not_found');
			await deleteOwn(tx, customerId, [before.entry_id]);
			await record(tx, customerId, acting, { action: 'deleted', thingId: before.entry_id, before });
			return { deleted: true };
		}),
		handle(repository.editCookieEntries, ({ body: { selection, edit }, ...acting }) =>
			storage.inPlatform(async (tx) => demandEdited(tx, null, acting, edit, await editGlobal(tx, selection, edit))),
		),
		handle(repository.editCustomerCookieEntries, ({ body: { selection, edit }, scope: { customerId }, ...acting }) =>
			storage.inTenant(customerId, async (tx) =>
				demandEdited(tx, customerId, acting, edit, await editOwn(tx, customerId, selection, edit)),
			),
		),
		handle(repository.importCookieEntries, async ({ request, ...acting }) => {
			const file = await readCookieFile(await wholeUpload(request, repository.importCookieEntries.multipart));
			return storage.inPlatform(async (tx) => recordImport(tx, null, acting, await importGlobal(tx, file)));
		}),
		handle(repository.importCustomerCookieEntries, async ({ request, scope: { customerId }, ...acting }) => {
			const file = await readCookieFile(await wholeUpload(request, repository.importCustomerCookieEntries.multipart));
			return storage.inTenant(customerId, async (tx) => recordImport(tx, customerId, acting, await importOwn(tx, customerId, file)));
		}),
		handle(repository.cookieEntriesFile, async ({ query, language }) =>
			listFile(
				'cookies',
				language,
				COOKIE_FILE,
				walkGathered(
					async (work) => await storage.inPlatform(work),
					entriesOf(null),
					narrowed({ ...query.filter, q: query.q }),
					query.sort,
				),
			),
		),
		handle(repository.customerCookieEntriesFile, async ({ query, scope: { customerId }, language }) =>
			listFile(
				'cookies',
				language,
				COOKIE_FILE,
				walkGathered(
					async (work) => await storage.inTenant(customerId, work),
					entriesOf(customerId),
					narrowed({ ...query.filter, q: query.q }),
					query.sort,
				),
			),
		),
		handle(repository.classifyCookies, async ({ body, language }) =>
			body.cookies.map(createClassifier(await storage.inPlatform((tx) => globalEntries(tx)))).map(said(language)),
		),
		handle(repository.classifyCustomerCookies, async ({ body, language, scope: { customerId } }) =>
			body.cookies.map(await classifierOf(storage, customerId)).map(said(language)),
		),
		handle(repository.cookieLanguages, async ({ language }) => {
			const names = new Intl.DisplayNames([language], { type: 'language' });
			return BannerLanguage.options.map((id) => ({ id, name: names.of(id) ?? id }));
		}),
	];
};

/** What cookies are for a customer: by its own entries, then by the global ones of the names and hosts that it says nothing of. */
export const classifierOf = async (
	storage: Pick<Kernel['storage'], 'inTenant'>,
	customerId: number,
): Promise<ReturnType<typeof createClassifier>> =>
	storage.inTenant(customerId, async (tx) => {
		const own = await ownEntries(tx, customerId);
		const over = new Set(own.map(ownKey));
		return createClassifier([...own, ...(await globalEntries(tx)).filter((entry) => !over.has(ownKey(entry)))]);
	});
