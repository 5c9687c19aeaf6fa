/** Contents as the calls answer them. */
import type { Content, Hint } from '@luvalla/contract/engagement/contents.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { apart } from './apart.ts';
import { type Field, fieldsFor } from './fields.ts';
import { freeze } from './freeze.ts';
import { missingHints } from './hints.ts';
import { contentTypeOf, judgedOf } from './rules.ts';
import type { ContentRow } from './store.ts';

/** With these hints. */
export const shown = (one: ContentRow, hints: readonly Hint[]): Content => ({
	id: one.content_id,
	title: one.title,
	contentType: contentTypeOf(one),
	channel: one.channel,
	content: one.control === null ? null : (one.controls[one.language]?.[one.control] ?? ''),
	domain: one.host,
	domainId: one.domain_id,
	language: one.language,
	controls: one.controls,
	markup: one.markup,
	placement: one.placement,
	status: one.status,
	uses: one.uses,
	createdAt: one.created_at.toISOString(),
	changedAt: one.changed_at.toISOString(),
	hints: [...hints],
});

/** In a list: with what is missing, which is seen at once. */
export const shownShort = (one: ContentRow): Content => shown(one, missingHints(judgedOf(one)));

/** A content as it was read, with the fields that it may name: what judging it needs, so that it holds no transaction. */
export interface Readied {
	readonly row: ContentRow;
	readonly fields: readonly Field[];
}

export const readied = async (tx: Tx, customerId: number, row: ContentRow): Promise<Readied> => ({
	row,
	fields: await fieldsFor(tx, customerId),
});

/** All that is to be said about a content. */
export const allHints = async (customerId: number, { row, fields }: Readied): Promise<readonly Hint[]> =>
	(await freeze(judgedOf(row), fields, null, apart.of(customerId))).hints;

/** Alone: with all its hints. */
export const shownWhole = async (customerId: number, one: Readied): Promise<Content> => shown(one.row, await allHints(customerId, one));
