/** What an upload alone made people known by, and taking it back. */
import { IDENTIFIER_KINDS, type Identifier } from '@luvalla/contract/people/identifiers.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { texts, uuids } from '#kernel/storage/arrays.ts';
import { oneOf, row, type Sql, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { carryNoes } from '../objections/carry.ts';
import { forgetWords } from './release.ts';

/**
 * What an upload brought, in words that the planner does not judge: it knows nothing of one that came since it looked, expects nobody, and
 * would go over all that the customer has for each word that is asked for.
 */
const of = (column: Sql, upload: string): Sql => sql`coalesce(${column} = ${upload}, false)`;

const Brought = row({ kind: oneOf(IDENTIFIER_KINDS), value: text, person: uuid });

/** Of these words by which the upload named people those that it brought, that nobody confirmed and nothing else named since. */
export const broughtBy = (
	tx: Tx,
	customerId: number,
	upload: string,
	words: readonly { readonly kind: string; readonly value: string }[],
): Promise<(Identifier & { readonly person: string })[]> =>
	tx.rows(
		Brought,
		sql`select i.kind, i.value, i.person from unnest(${texts(words.map(({ kind }) => kind))}::text[], ${texts(words.map(({ value }) => value))}::text[]) g (kind, value)
		-- One look into the key each, however many are known.
		cross join lateral (
			select o.kind, o.value, o.person, o.upload, o.confirmed_at from person_identifier o
			where o.customer_id = ${customerId} and o.kind = g.kind and o.value = g.value limit 1
		) i
		where ${of(sql`i.upload`, upload)} and i.confirmed_at is null
			and not exists (select 1 from person_seen s where s.customer_id = ${customerId} and s.kind = i.kind and s.value = i.value
				and s.upload is distinct from ${upload})`,
	);

/** Takes them away; they lead to nobody afterwards. */
export const removeBrought = async (
	tx: Tx,
	secrets: Kernel['secrets'],
	customerId: number,
	brought: readonly (Identifier & { readonly person: string })[],
): Promise<void> => {
	if (brought.length === 0) return;
	await carryNoes(tx, secrets, customerId, brought);
	await tx.run(sql`delete from person_identifier i using unnest(${texts(brought.map(({ kind }) => kind))}::text[], ${texts(brought.map(({ value }) => value))}::text[]) g (kind, value)
		where i.customer_id = ${customerId} and i.kind = g.kind and i.value = g.value`);
	await forgetWords(tx, customerId, brought);
};

/** Another upload that named a word which the one that is taken back brought. */
export interface Heir {
	readonly kind: string;
	readonly value: string;
	readonly upload: string;
	/** Where it named people; null: for the whole customer. */
	readonly domainId: string | null;
}

/** What an upload brought and others named too is theirs from now on, so that uploads can be taken back in any order. */
export const passOnBrought = async (tx: Tx, customerId: number, upload: string, heirs: readonly Heir[]): Promise<void> => {
	if (heirs.length === 0) return;
	const given = sql`unnest(${texts(heirs.map(({ kind }) => kind))}::text[], ${texts(heirs.map(({ value }) => value))}::text[],
		${uuids(heirs.map((one) => one.upload))}::uuid[], ${texts(heirs.map(({ domainId }) => domainId))}::text[]::uuid[]) g (kind, value, upload, domain_id)`;
	await tx.run(sql`update person_identifier i set upload = g.upload from ${given}
		where i.customer_id = ${customerId} and i.kind = g.kind and i.value = g.value and ${of(sql`i.upload`, upload)}`);
	await tx.run(sql`update person_seen s set upload = g.upload from ${given}
		where s.customer_id = ${customerId} and s.kind = g.kind and s.value = g.value and s.domain_id = g.domain_id and ${of(sql`s.upload`, upload)}`);
};

const Whose = row({ person: uuid });

/**
 * The domains that these words were seen on by the upload alone, and that mail to them comes back, are known no longer. Answers whose
 * mail arrives again: they may be two again who were one when the file came.
 */
export const unseeBrought = async (
	tx: Tx,
	customerId: number,
	upload: string,
	words: readonly { readonly kind: string; readonly value: string }[],
): Promise<string[]> => {
	const given = sql`unnest(${texts(words.map(({ kind }) => kind))}::text[], ${texts(words.map(({ value }) => value))}::text[]) g (kind, value)`;
	await tx.run(sql`delete from person_seen s using ${given}
		where s.customer_id = ${customerId} and s.kind = g.kind and s.value = g.value and ${of(sql`s.upload`, upload)}`);
	const again = await tx.rows(
		Whose,
		sql`update person_identifier i set bounced_at = null, bounced_by = null from ${given}
		where i.customer_id = ${customerId} and i.kind = g.kind and i.value = g.value and ${of(sql`i.bounced_by`, upload)} returning i.person`,
	);
	return again.map(({ person }) => person);
};

/**
 * Messages to these addresses come back; `upload` is the file that said so, and null where messages of ours did: then no file that said it before
 * takes it back. Others of which it is known stay as they are; answers how many were not.
 */
export const noteBounced = (
	tx: Tx,
	customerId: number,
	kind: 'email' | 'phone',
	bounced: readonly { readonly value: string; readonly at: Date }[],
	upload: string | null,
): Promise<number> =>
	tx.run(sql`update person_identifier i set bounced_at = coalesce(i.bounced_at, g.at), bounced_by = ${upload}
		from unnest(${texts(bounced.map(({ value }) => value))}::text[], ${texts(bounced.map(({ at }) => at.toISOString()))}::text[]::timestamptz[]) g (value, at)
		where i.customer_id = ${customerId} and i.kind = ${kind} and i.value = g.value
			and (i.bounced_at is null or (${upload}::uuid is null and i.bounced_by is not null))`);
