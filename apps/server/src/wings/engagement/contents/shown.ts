/** Contents as the calls answer them. */
import type { Content, Hint } from '@luvalla/contract/engagement/contents.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { fieldsFor } from './fields.ts';
import { freeze } from './freeze.ts';
import { missingHints } from './hints.ts';
import { contentTypeOf, judgedOf } from './rules.ts';
import type { ContentRow } from './store.ts';

const shown = (one: ContentRow, hints: readonly Hint[]): Content => ({
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
	status: one.status,
	uses: one.uses,
	createdAt: one.created_at.toISOString(),
	changedAt: one.changed_at.toISOString(),
	hints: [...hints],
});

/** In a list: with what is missing, which is seen at once. */
export const shownShort = (one: ContentRow): Content => shown(one, missingHints(judgedOf(one)));

/** All that is to be said about a content. */
export const allHints = async (tx: Tx, customerId: number, one: ContentRow): Promise<readonly Hint[]> =>
	(await freeze(judgedOf(one), await fieldsFor(tx, customerId))).hints;

/** Alone: with all its hints. */
export const shownWhole = async (tx: Tx, customerId: number, one: ContentRow): Promise<Content> =>
	shown(one, await allHints(tx, customerId, one));
