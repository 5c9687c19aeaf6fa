/** Names of attributes: of which kind each is kept, and how many there may be. */
import { DOMAIN_NAMES, NAMES_KNOWN } from '@luvalla/contract/profiles/api.ts';
import * as z from 'zod';
import { now } from '#kernel/clock.ts';
import { int, row, sql, text } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import type { Within } from '../../people/wing.ts';
import type { AttributeValue } from './facts.ts';
/** Kinds of attributes, in order of preference where a first value is given as text. */
export type AttributeKind = 'text' | 'number' | 'date' | 'yesno';

const KindRow = row({ key: text, kind: text });

/**
 * Kinds of those of these attributes that are known, as they hold for whoever writes them: what a domain's own server or admin made known
 * sets no kind for anybody else. @param within domains of a domain's own; null: who answers for the customer
 */
export const attributeKinds = async (
	tx: Tx,
	customerId: number,
	keys: readonly string[],
	within: Within = null,
): Promise<Map<string, AttributeKind>> => {
	if (keys.length === 0) return new Map();
	const rows = await tx.rows(
		KindRow,
		sql`select key, kind from profile_attribute where customer_id = ${customerId} and key = any(${keys}::text[])
			and (domain_id is null or domain_id = any(${within ?? []}::uuid[]))`,
	);
	return new Map(rows.map(({ key, kind }) => [key, kind as AttributeKind]));
};

/** Attributes that are known of anybody, with the kind of each. */
export const knownAttributes = async (tx: Tx, customerId: number): Promise<{ key: string; kind: AttributeKind }[]> =>
	(await tx.rows(KindRow, sql`select key, kind from profile_attribute where customer_id = ${customerId} order by lower(key), key`)).map(
		({ key, kind }) => ({ key, kind: kind as AttributeKind }),
	);

const Count = row({ count: int });

/** How many attributes may still be made known: each domain's own server and admin have a share, and the customer what nobody takes. */
export const roomForAttributes = async (tx: Tx, customerId: number, within: Within): Promise<number> => {
	const found = await tx.first(
		Count,
		sql`select count(*)::int as count from profile_attribute where customer_id = ${customerId}
			and ${within === null ? sql`domain_id is null` : sql`domain_id = any(${within}::uuid[])`}`,
	);
	return (within === null ? NAMES_KNOWN : DOMAIN_NAMES) - (found?.count ?? 0);
};

/**
 * Makes attributes known; answers the kind of each, which is the first one's that holds for whoever brings it.
 * @param upload the run that brings them; @param domainId whose own server or admin does; null: who answers for the customer
 */
export const keepAttributes = async (
	tx: Tx,
	customerId: number,
	keys: ReadonlyMap<string, AttributeKind>,
	{ upload = null, domainId = null }: { readonly upload?: string | null; readonly domainId?: string | null } = {},
): Promise<Map<string, AttributeKind>> => {
	if (keys.size === 0) return new Map();
	await tx.run(sql`insert into profile_attribute as a (customer_id, key, kind, created_at, upload, domain_id)
		select ${customerId}::int, g.key, g.kind, ${now()}, ${upload}::uuid, ${domainId}::uuid
		from unnest(${[...keys.keys()]}::text[], ${[...keys.values()]}::text[]) g (key, kind)
		-- Whoever answers for the customer says of what kind it is.
		on conflict (customer_id, key) do update set kind = excluded.kind, domain_id = null, upload = excluded.upload
			where a.domain_id is not null and excluded.domain_id is null`);
	return attributeKinds(tx, customerId, [...keys.keys()], domainId === null ? null : [domainId]);
};

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const Day = z.iso.date();

/** What a value is by itself. */
export const kindOfValue = (value: z.infer<typeof AttributeValue>): AttributeKind =>
	typeof value === 'number'
		? 'number'
		: typeof value === 'boolean'
			? 'yesno'
			: DAY.test(value) && Day.safeParse(value).success
				? 'date'
				: 'text';

/** Whether a value can stand where this kind is kept. */
export const fitsKind = (value: z.infer<typeof AttributeValue>, kind: AttributeKind): boolean =>
	kind === 'text' ? typeof value === 'string' : kindOfValue(value) === kind;
