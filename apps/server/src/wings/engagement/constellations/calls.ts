/** The constellation calls: put together, tried out, published. */

import { CHANNELS, channelAt } from '@luvalla/contract/channels.ts';
import * as contract from '@luvalla/contract/engagement/constellations.ts';
import { CHANNEL_NAMES, type ContentType, codeOf, TYPES_OF } from '@luvalla/contract/engagement/content-types.ts';
import type { Hint } from '@luvalla/contract/engagement/contents.ts';
import { Email } from '@luvalla/contract/fields.ts';
import { recorderOf } from '#kernel/access/activity.ts';
import type { Scope } from '#kernel/access/decide.ts';
import { newId } from '#kernel/clock.ts';
import { demandAsRead, refusals, refuse } from '#kernel/http/errors.ts';
import { handle, handleIn, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { pageOf, readPage } from '#kernel/storage/lists.ts';
import { holdNames } from '#kernel/storage/names.ts';
import { sql } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { sendingBy } from '../channels/all.ts';
import { apart } from '../contents/apart.ts';
import { type Field, fieldsFor } from '../contents/fields.ts';
import { hasErrors, missingOf } from '../contents/hints.ts';
import { shownShort } from '../contents/shown.ts';
import { type ContentRow, readContents } from '../contents/store.ts';
import { domainFor, domainsOf, ownDomainsOf } from '../scope.ts';
import { sealHook, shownHook } from '../web-hook.ts';
import { broughtBy, frozenOf, inOrder, shortHints } from './publish.ts';
import {
	type ConstellationRow,
	deleteConstellation,
	heldByCampaign,
	holdConstellation,
	insertConstellation,
	insertVersion,
	listOfConstellations,
	readConstellation,
	readPublished,
	titleTaken,
	updateConstellation,
} from './store.ts';

export const refuseConstellation = refusals({
	constellation_known: [
		409,
		'This domain has a constellation of this title already.',
		'Verkkotunnuksella on jo tämänniminen viestipaketti.',
		'title',
	],
	constellation_used: [
		409,
		'A campaign uses this constellation. Take it out there first.',
		'Jokin kampanja käyttää tätä viestipakettia. Poista se ensin sieltä.',
	],
	constellation_changed: [
		409,
		'Somebody changed this constellation or a content of it meanwhile. Look at it again.',
		'Joku muutti viestipakettia tai sen sisältöä sillä välin. Katso se uudelleen.',
	],
	unknown_content: [422, 'One of these contents is not on this domain.', 'Jokin näistä sisällöistä ei ole tällä verkkotunnuksella.'],
	wrong_content: [422, 'One of these contents is made for another channel.', 'Jokin näistä sisällöistä on tehty toiselle kanavalle.'],
	same_control: [
		422,
		'Two of these contents bring the same text. Keep one of them.',
		'Kaksi näistä sisällöistä tuo saman tekstin. Pidä niistä toinen.',
	],
	not_an_address: [
		422,
		'Write up to ten e-mail addresses with commas between them.',
		'Kirjoita enintään kymmenen sähköpostiosoitetta pilkuilla erotettuina.',
	],
	not_publishable: [
		422,
		'Something is still missing, not approved, or cannot be read. Look at the hints.',
		'Jotakin puuttuu, odottaa hyväksyntää tai ei ole luettavissa. Katso huomautukset.',
	],
});

const MOST_TRYING = 10;

/** Addresses of those who try it out, each once. @throws Refused 422 not_an_address */
export const addressesIn = (uat: string): string[] => {
	const typed = uat
		.split(/[,;\n]/)
		.map((one) => one.trim())
		.filter((one) => one !== '');
	const read = typed.map((one) => Email.safeParse(one));
	const addresses = [...new Set(read.flatMap((one) => (one.success ? [one.data] : [])))];
	if (read.some((one) => !one.success) || addresses.length > MOST_TRYING) throw refuseConstellation('not_an_address');
	return addresses;
};

export const existingConstellation = async (tx: Tx, scope: Scope, id: string): Promise<ConstellationRow> => {
	const found = await readConstellation(tx, scope.customerId, ownDomainsOf(scope), id);
	if (!found) throw refuse('not_found');
	return found;
};

/** Contents of a constellation that are still there, as it names them. */
export const contentsIn = async (
	tx: Tx,
	customerId: number,
	one: Pick<ConstellationRow, 'contents' | 'domain_id'>,
): Promise<ContentRow[]> => {
	const rows = await readContents(tx, customerId, [one.domain_id], one.contents);
	return one.contents.flatMap((id) => rows.find((row) => row.content_id === id) ?? []);
};

/** All that freezing a constellation needs, so that it holds no transaction. */
export interface ReadConstellation {
	readonly one: ConstellationRow;
	readonly contents: readonly ContentRow[];
	readonly fields: readonly Field[];
}

export const readWhole = async (tx: Tx, customerId: number, one: ConstellationRow): Promise<ReadConstellation> => ({
	one,
	contents: await contentsIn(tx, customerId, one),
	fields: await fieldsFor(tx, customerId),
});

export const frozenApart = (customerId: number, { one, contents, fields }: ReadConstellation): ReturnType<typeof frozenOf> =>
	frozenOf(one, contents, fields, apart.of(customerId));

/** When it and each of its contents, and whether they are approved, were changed last: the same while nothing was. */
const momentsOf = ({ changed_at: at }: ConstellationRow, contents: readonly ContentRow[]): string =>
	JSON.stringify([at, contents.map((one) => [one.content_id, one.changed_at, one.status])]);

/** @throws Refused 422 where contents do not go together by this channel on this domain */
const demandContents = async (tx: Tx, customerId: number, domainId: string, channel: number, ids: readonly string[]): Promise<void> => {
	const rows = await readContents(tx, customerId, [domainId], ids, true);
	if (rows.length < ids.length) throw refuseConstellation('unknown_content');
	const types: readonly string[] = TYPES_OF[channelAt(channel)];
	const fits = (row: ContentRow): boolean =>
		row.channel === null ? row.control !== null && types.includes(row.control) : row.channel === channel;
	if (!rows.every(fits)) throw refuseConstellation('wrong_content');
	const brought = rows.flatMap((row) => (row.control === null ? broughtBy(row) : [row.control]));
	if (new Set(brought).size < brought.length) throw refuseConstellation('same_control');
};

const idsOf = (given: readonly string[]): string[] => [...new Set(given.map((id) => id.toLowerCase()))];

const activityOf = (one: ConstellationRow) => ({
	title: one.title,
	channel: CHANNEL_NAMES[channelAt(one.channel)].en,
	contents: one.contents,
	uat: one.uat,
	webHook: one.web_hook?.url ?? null,
	status: one.status,
	version: one.version,
	domain: one.host,
});
const record = recorderOf('constellation', activityOf);

/** Whether it, or a content of it, changed since it was published. */
const isChanged = ({ published_at: at, changed_at: own, contents_changed_at: theirs }: ConstellationRow): boolean =>
	at !== null && (own > at || (theirs !== null && theirs > at));

export const constellationRoutes = ({ storage, secrets }: Pick<Kernel, 'storage' | 'secrets'>): Route[] => {
	const shown = (one: ConstellationRow, hints: Hint[]): contract.Constellation => ({
		id: one.constellation_id,
		title: one.title,
		channel: one.channel,
		domain: one.host,
		domainId: one.domain_id,
		contents: one.contents,
		uat: one.uat,
		webHook: shownHook(secrets, one.constellation_id, one.web_hook),
		status: one.status,
		version: one.version,
		changed: isChanged(one),
		publishedAt: one.published_at?.toISOString() ?? null,
		createdAt: one.created_at.toISOString(),
		changedAt: one.changed_at.toISOString(),
		hints,
	});
	/** Alone: with all its hints. */
	const shownWhole = async (customerId: number, read: ReadConstellation): Promise<contract.Constellation> =>
		shown(read.one, (await frozenApart(customerId, read)).hints);

	return [
		handle(contract.constellations, async ({ query, scope }) => {
			const { customerId } = scope;
			const { status, id, channel } = query.filter;
			const { read, counted } = await storage.inTenant(customerId, async (tx) => {
				const domains = domainsOf(scope);
				const conditions = [
					sql`n.customer_id = ${customerId}`,
					...(domains === null ? [] : [sql`n.domain_id = any(${domains}::uuid[])`]),
					...(query.q ? [sql`position(lower(${query.q}) in lower(n.title)) > 0`] : []),
					...(status === undefined ? [] : [sql`n.status = ${status}`]),
					...(channel === undefined ? [] : [sql`n.channel = ${channel}`]),
					...(id === undefined ? [] : [sql`n.constellation_id = ${id.toLowerCase()}`]),
				];
				const page = await readPage(tx, listOfConstellations(customerId), conditions, query);
				const found: ReadConstellation[] = [];
				const fields = id === undefined ? [] : await fieldsFor(tx, customerId);
				for (const one of page.rows) found.push({ one, contents: await contentsIn(tx, customerId, one), fields });
				return { read: found, counted: page.counted };
			});
			const data: contract.Constellation[] = [];
			for (const each of read)
				data.push(id === undefined ? shown(each.one, shortHints(each.one.channel, each.contents)) : await shownWhole(customerId, each));
			return { data, page: pageOf(counted, query) };
		}),
		handle(contract.publishedConstellations, ({ scope }) =>
			storage.inTenant(scope.customerId, async (tx) =>
				(await readPublished(tx, scope.customerId, domainsOf(scope))).map((one) => ({
					id: one.constellation_id,
					title: one.title,
					channel: one.channel,
					domain: one.host,
					domainId: one.domain_id,
					version: one.version,
					changed: isChanged(one),
				})),
			),
		),
		handleIn(storage.inTenant, contract.constellationContents, async (tx, { params, scope }) => {
			const one = await existingConstellation(tx, scope, params.id);
			return inOrder(await contentsIn(tx, scope.customerId, one), one.channel).map(shownShort);
		}),
		handle(contract.addConstellation, async (ask) => {
			const { body, scope } = ask;
			const { customerId } = scope;
			const read = await storage.inTenant(customerId, async (tx) => {
				const domainId = await domainFor(tx, scope, body.domain);
				const { title, channel } = body;
				const contents = idsOf(body.contents ?? []);
				const uat = addressesIn(body.uat ?? '').join(', ');
				await demandContents(tx, customerId, domainId, channel, contents);
				if (await titleTaken(tx, customerId, domainId, title, null)) throw refuseConstellation('constellation_known');
				const id = newId();
				const webHook = channel === contract.WEBHOOK_CHANNEL ? sealHook(secrets, id, body.webHook ?? null, null) : null;
				await insertConstellation(tx, customerId, { id, domainId, title, channel, contents, uat, webHook });
				const row = await existingConstellation(tx, scope, id);
				await record(tx, ask, 'added', id, null, row);
				return readWhole(tx, customerId, row);
			});
			return shownWhole(customerId, read);
		}),
		handle(contract.changeConstellation, async (ask) => {
			const { body, scope } = ask;
			const { customerId } = scope;
			const read = await storage.inTenant(customerId, async (tx) => {
				await holdNames(tx, customerId, 'constellations');
				const before = await existingConstellation(tx, scope, body.id);
				demandAsRead(body.changedAt, before.changed_at);
				const id = before.constellation_id;
				const { title = before.title, channel = before.channel } = body;
				// A campaign would send what is written for the one channel by the other.
				if (channel !== before.channel && (await heldByCampaign(tx, customerId, id))) throw refuseConstellation('constellation_used');
				const contents = body.contents === undefined ? before.contents : idsOf(body.contents);
				const uat = body.uat === undefined ? before.uat : addressesIn(body.uat).join(', ');
				await demandContents(tx, customerId, before.domain_id, channel, contents);
				if (await titleTaken(tx, customerId, before.domain_id, title, id)) throw refuseConstellation('constellation_known');
				const sent = body.webHook === undefined ? undefined : sealHook(secrets, id, body.webHook, before.web_hook);
				const webHook = channel === contract.WEBHOOK_CHANNEL ? (sent === undefined ? before.web_hook : sent) : null;
				await updateConstellation(tx, customerId, { id, title, channel, contents, uat, webHook });
				const row = await existingConstellation(tx, scope, id);
				await record(tx, ask, 'changed', id, before, row);
				return readWhole(tx, customerId, row);
			});
			return shownWhole(customerId, read);
		}),
		handle(contract.publishConstellation, async (ask) => {
			const { asker, params, query, scope } = ask;
			const { customerId } = scope;
			const judged = await storage.inTenant(customerId, async (tx) =>
				readWhole(tx, customerId, await existingConstellation(tx, scope, params.id)),
			);
			demandAsRead(query.changedAt, judged.one.changed_at);
			const { frozen, hints } = await frozenApart(customerId, judged);
			const { contents } = judged;
			if (frozen === null || contents.length === 0 || contents.length < judged.one.contents.length || hasErrors(hints))
				throw refuseConstellation('not_publishable');
			const row = await storage.inTenant(customerId, async (tx) => {
				const before = await existingConstellation(tx, scope, params.id);
				// What was frozen is no longer what stands there.
				if (momentsOf(before, await contentsIn(tx, customerId, before)) !== momentsOf(judged.one, contents))
					throw refuseConstellation('constellation_changed');
				await insertVersion(tx, customerId, before.constellation_id, before.channel, frozen, asker.userId);
				const after = await existingConstellation(tx, scope, before.constellation_id);
				await record(tx, ask, 'published', before.constellation_id, before, after);
				return after;
			});
			return shown(row, hints);
		}),
		handleIn(storage.inTenant, contract.removeConstellation, async (tx, ask) => {
			const { query, scope } = ask;
			const { customerId } = scope;
			const before = await existingConstellation(tx, scope, query.id);
			if (!(await holdConstellation(tx, customerId, before.constellation_id))) throw refuse('not_found');
			if (await heldByCampaign(tx, customerId, before.constellation_id)) throw refuseConstellation('constellation_used');
			await deleteConstellation(tx, customerId, before.constellation_id);
			await record(tx, ask, 'deleted', before.constellation_id, before, null);
			return { id: before.constellation_id };
		}),
		handle(contract.channels, async () =>
			CHANNELS.map((channel) => ({
				code: codeOf(channel),
				name: CHANNEL_NAMES[channel].en,
				contentTypes: [...TYPES_OF[channel]],
				// As for a content that says nothing yet.
				required: missingOf(channel, {}) satisfies ContentType[],
				canSend: sendingBy(channel) !== undefined,
			})),
		),
	];
};
