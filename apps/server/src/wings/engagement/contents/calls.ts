/** The content calls: written, judged, approved. */

import * as contract from '@luvalla/contract/engagement/contents.ts';
import { STATUS } from '@luvalla/contract/engagement/status-numbers.ts';
import { cut } from '@luvalla/contract/well-formed.ts';
import { recorderOf } from '#kernel/access/activity.ts';
import type { Scope } from '#kernel/access/decide.ts';
import { newId } from '#kernel/clock.ts';
import { demandAsRead, refuse } from '#kernel/http/errors.ts';
import { handle, handleIn, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { pageOf, readPage } from '#kernel/storage/lists.ts';
import { holdNames } from '#kernel/storage/names.ts';
import { sql } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { domainFor, domainsOf, ownDomainsOf } from '../scope.ts';
import { fieldsFor } from './fields.ts';
import { hasErrors } from './hints.ts';
import { translate } from './moving/translate.ts';
import { contentTypeOf, demandOfKind, demandPlaced, kindOf, placedIn, refuseContent } from './rules.ts';
import { allHints, readied, shown, shownShort, shownWhole } from './shown.ts';
import {
	type ContentRow,
	countContents,
	deleteContent,
	holdContent,
	insertContent,
	listOfContents,
	readContents,
	titleTaken,
	updateContent,
} from './store.ts';

const existing = async (tx: Tx, scope: Scope, id: string): Promise<ContentRow> => {
	const [found] = await readContents(tx, scope.customerId, ownDomainsOf(scope), [id]);
	if (!found) throw refuse('not_found');
	return found;
};

const demandTitle = async (tx: Tx, customerId: number, domainId: string, title: string, but: string | null): Promise<void> => {
	if (await titleTaken(tx, customerId, domainId, title, but)) throw refuseContent('content_known');
};

/** What the activity tells of a content: which texts there are, and how long each is. */
const activityOf = (one: ContentRow) => ({
	title: one.title,
	contentType: contentTypeOf(one),
	language: one.language,
	controls: Object.fromEntries(
		Object.entries(one.controls).map(([language, controls]) => [
			language,
			Object.fromEntries(Object.entries(controls).map(([control, text]) => [control, text.length])),
		]),
	),
	markup: one.markup,
	...(one.placement && { placement: one.placement }),
	status: one.status,
	domain: one.host,
});
const record = recorderOf('content', activityOf);

/** Texts by language, of what was sent: one value, or all of them. */
const controlsOf = (
	sent: { content?: string | undefined; controls?: Readonly<Record<string, contract.Controls>> | undefined },
	control: string | null,
	language: string,
	before: Readonly<Record<string, contract.Controls>>,
): Readonly<Record<string, contract.Controls>> => {
	const controls = sent.controls ?? before;
	return control === null || sent.content === undefined
		? controls
		: { ...controls, [language]: { ...controls[language], [control]: sent.content } };
};

/** A title that is not taken: `Letter (2)`, in the length that titles have. */
const copyTitle = async (tx: Tx, customerId: number, domainId: string, title: string): Promise<string> => {
	for (let n = 2; ; n++) {
		const end = ` (${n})`;
		const wanted = `${cut(title, 120 - end.length)}${end}`;
		if (!(await titleTaken(tx, customerId, domainId, wanted, null))) return wanted;
	}
};

/** A new draft: put in, noted, and read with the fields and hints that it has. */
const begun = async (
	tx: Tx,
	ask: Parameters<typeof record>[1] & { scope: Scope },
	content: Omit<Parameters<typeof insertContent>[2], 'id' | 'status' | 'createdBy'>,
) => {
	const { asker, scope } = ask;
	const id = newId();
	await insertContent(tx, scope.customerId, { id, ...content, status: STATUS.draft, createdBy: asker.userId });
	const row = await existing(tx, scope, id);
	await record(tx, ask, 'added', id, null, row);
	return readied(tx, scope.customerId, row);
};

export const contentRoutes = ({ storage }: Pick<Kernel, 'storage'>): Route[] => [
	handle(contract.contents, async ({ query, scope }) => {
		const { customerId } = scope;
		const { status, id, channel, control } = query.filter;
		const { rows, counted, fields } = await storage.inTenant(customerId, async (tx) => {
			const domains = domainsOf(scope);
			const conditions = [
				sql`c.customer_id = ${customerId}`,
				...(domains === null ? [] : [sql`c.domain_id = any(${domains}::uuid[])`]),
				...(query.q ? [sql`position(lower(${query.q}) in lower(c.title)) > 0`] : []),
				...(status === undefined ? [] : [sql`c.status = ${status}`]),
				...(channel === undefined ? [] : [sql`c.channel = ${channel}`]),
				...(control === undefined ? [] : [sql`c.control = ${control}`]),
				...(id === undefined ? [] : [sql`c.content_id = ${id.toLowerCase()}`]),
			];
			return {
				...(await readPage(tx, listOfContents(customerId), conditions, query)),
				fields: id === undefined ? [] : await fieldsFor(tx, customerId),
			};
		});
		const data = id === undefined ? rows.map(shownShort) : await Promise.all(rows.map((row) => shownWhole(customerId, { row, fields })));
		return { data, page: pageOf(counted, query) };
	}),
	handle(contract.addContent, async (ask) => {
		const { body, scope } = ask;
		const { customerId } = scope;
		const one = await storage.inTenant(customerId, async (tx) => {
			const domainId = await domainFor(tx, scope, body.domain);
			const kind = kindOf(body.contentType);
			const language = body.language ?? 'en';
			const controls = controlsOf(body, kind.control, language, {});
			demandOfKind(kind, controls);
			await demandTitle(tx, customerId, domainId, body.title, null);
			if ((await countContents(tx, customerId)) >= contract.MOST_CONTENTS) throw refuseContent('too_many_contents');
			const { title, markup = 'html', placement = null } = body;
			demandPlaced(kind, placement);
			return begun(tx, ask, { domainId, title, ...kind, language, controls, markup, placement });
		});
		return shownWhole(customerId, one);
	}),
	handle(contract.changeContent, async (ask) => {
		const { body, scope } = ask;
		const { customerId } = scope;
		const one = await storage.inTenant(customerId, async (tx) => {
			await holdNames(tx, customerId, 'contents');
			const before = await existing(tx, scope, body.id);
			demandAsRead(body.changedAt, before.changed_at);
			const kind = body.contentType === undefined ? before : kindOf(body.contentType);
			// What goes together in a constellation was judged by what each of its contents is.
			if (before.uses > 0 && (kind.channel !== before.channel || kind.control !== before.control)) throw refuseContent('content_used');
			const language = body.language ?? before.language;
			const controls = controlsOf(body, kind.control, language, before.controls);
			const { title = before.title, markup = before.markup, placement = placedIn(kind, before.placement) } = body;
			demandOfKind(kind, controls);
			demandPlaced(kind, placement);
			await demandTitle(tx, customerId, before.domain_id, title, before.content_id);
			const { channel, control } = kind;
			const said = (one: Pick<ContentRow, 'title' | 'channel' | 'control' | 'language' | 'markup' | 'placement'>, texts: object): string =>
				JSON.stringify([one.title, one.channel, one.control, one.language, one.markup, one.placement, texts]);
			const same = said({ title, channel, control, language, markup, placement }, controls) === said(before, before.controls);
			if (!same)
				await updateContent(tx, customerId, {
					...{ id: before.content_id, title, channel, control, language, controls, markup, placement },
					status: STATUS.draft,
				});
			const row = await existing(tx, scope, before.content_id);
			await record(tx, ask, 'changed', before.content_id, before, row);
			return readied(tx, customerId, row);
		});
		return shownWhole(customerId, one);
	}),
	handleIn(storage.inTenant, contract.removeContent, async (tx, ask) => {
		const { query, scope } = ask;
		const { customerId } = scope;
		await holdContent(tx, customerId, query.id);
		const before = await existing(tx, scope, query.id);
		if (before.uses > 0) throw refuseContent('content_used');
		await deleteContent(tx, customerId, before.content_id);
		await record(tx, ask, 'deleted', before.content_id, before, null);
		return { id: before.content_id };
	}),
	handle(contract.approveContent, async (ask) => {
		const { params, query, scope } = ask;
		const { customerId } = scope;
		const judged = await storage.inTenant(customerId, async (tx) => readied(tx, customerId, await existing(tx, scope, params.id)));
		demandAsRead(query.changedAt, judged.row.changed_at);
		const hints = await allHints(customerId, judged);
		if (hasErrors(hints)) throw refuseContent('content_incomplete');
		const row = await storage.inTenant(customerId, async (tx) => {
			await holdNames(tx, customerId, 'contents');
			const before = await existing(tx, scope, params.id);
			// What was judged is no longer what stands there.
			if (before.changed_at.getTime() !== judged.row.changed_at.getTime()) throw refuseContent('content_changed');
			const { content_id: id, title, channel, control, language, controls, markup, placement } = before;
			if (before.status !== STATUS.approved)
				await updateContent(tx, customerId, {
					...{ id, title, channel, control, language, controls, markup, placement },
					status: STATUS.approved,
				});
			const after = await existing(tx, scope, id);
			await record(tx, ask, 'approved', id, before, after);
			return after;
		});
		return shown(row, hints);
	}),
	handle(contract.translateTemplate, async ({ body }) => translate(body.html, body.from ?? undefined)),
	handle(contract.copyContent, async (ask) => {
		const { params, scope } = ask;
		const { customerId } = scope;
		const one = await storage.inTenant(customerId, async (tx) => {
			const before = await existing(tx, scope, params.id);
			if ((await countContents(tx, customerId)) >= contract.MOST_CONTENTS) throw refuseContent('too_many_contents');
			const { domain_id: domainId, channel, control, language, controls, markup, placement } = before;
			const base = before.title.replace(/ \(\d+\)$/, '');
			const title = await copyTitle(tx, customerId, domainId, base);
			return begun(tx, ask, { domainId, title, channel, control, language, controls, markup, placement });
		});
		return shownWhole(customerId, one);
	}),
];
