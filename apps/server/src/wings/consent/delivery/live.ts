/** What is live on a domain, as the database has it: its publication, a running test's other one, and what a look has seen on the site. */
import { BARE } from '@luvalla/banner/assemble.ts';
import { type OpenPointer, openPointer, seenOnly } from '@luvalla/banner/serving.ts';
import { SnippetFound, SnippetState } from '@luvalla/contract/consent/snippet.ts';
import * as z from 'zod';
import { reached } from '#kernel/http/reached.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { customerIn } from '#kernel/storage/directory.ts';
import { bytes, float, json, oneOf, orNull, type RowOf, raw, row, type Sql, sql, text } from '#kernel/storage/rows.ts';
import type { Storage, Tx } from '#kernel/storage/storage.ts';
import { seenFor } from '../snippet/known.ts';
import type { Packed } from './packed.ts';

const Served = row({ type: text, bytes });
type Served = RowOf<typeof Served>;

export type Parts = Pick<Kernel, 'storage' | 'reach'>;

const customerFor = (storage: Storage, kind: 'domain' | 'folder', key: string): Promise<number | null> =>
	storage.forVisitor(null, (tx) => customerIn(tx, { kind, key }));

export interface Live {
	readonly main: OpenPointer;
	/** A running test's other publication and its share of visitors. */
	readonly test: { other: OpenPointer; share: number } | undefined;
	/** With every known tag, whatever a look has seen. */
	readonly stored: OpenPointer;
	/** What is served, by place ('' where the place decides nothing). */
	readonly files: Map<string, Packed>;
}

/** Category key → second since which a yes stands: of the last material change of its purpose's words, or since another purpose was asked about under the key. Null: none changed so. */
const Material = z.record(z.string(), z.number());
type Material = z.infer<typeof Material> | null;
const materialOf = (customerId: number, publication: 'p' | 'o'): Sql => {
	const served = raw(publication);
	return sql`(select jsonb_object_agg(asked.key, changed.at) from jsonb_each(${served}.purposes) as asked
		cross join lateral (select ceil(extract(epoch from greatest(
			(select max(m.marked_at) from purpose_material m
				where m.customer_id = ${customerId} and m.purpose_id = (asked.value->>'id')::uuid),
			-- A yes to another purpose, in other words, is none to this one. What came later than what is served was taken back.
			(select max(case when w.version > ${served}.version then (d.live_banner->>'since')::timestamptz else
					(select min(n.published_at) from publication n
						where n.customer_id = ${customerId} and n.domain_id = w.domain_id and n.version > w.version) end)
				from publication w
				where w.customer_id = ${customerId} and w.domain_id = ${served}.domain_id
					and w.purposes->asked.key->>'id' <> asked.value->>'id'
					and coalesce((select bool_or(b.wording->said.key <> said.value) from purpose_version b, purpose_version a, jsonb_each(a.wording) as said
						where b.customer_id = ${customerId} and b.purpose_id = (w.purposes->asked.key->>'id')::uuid
							and b.version = (w.purposes->asked.key->>'version')::int
							and a.customer_id = ${customerId} and a.purpose_id = (asked.value->>'id')::uuid
							and a.version = (asked.value->>'version')::int
							and b.wording ? said.key), true))
			)))::int as at) as changed
		where changed.at is not null)`;
};
const changed = (open: OpenPointer, material: Material): OpenPointer =>
	material === null ? open : { ...open, pointer: { ...open.pointer, material } };

/** Within the customer's rows. @throws Away */
const within = <T>({ storage, reach }: Parts, customerId: number, work: (tx: Tx) => Promise<T>): Promise<T> =>
	reached(reach, customerId, () => storage.forVisitor(customerId, work));

/** What is live on a domain; null: nothing. */
export const readLive = async (parts: Parts, domainId: string): Promise<Live | null> => {
	const customerId = await customerFor(parts.storage, 'domain', domainId);
	if (customerId === null) return null;
	const row = await within(parts, customerId, (tx) =>
		tx.first(
			LiveRow,
			sql`select p.pointer, ${materialOf(customerId, 'p')} as material, o.pointer as other,
				${materialOf(customerId, 'o')} as other_material,
				(d.live_banner->'test'->>'share')::float8 as share, coalesce(l.state, 'unknown') as snippet_state, l.found as snippet_found,
					bare.text as bare
			from domain d join publication p on p.customer_id = ${customerId} and p.folder = d.live_banner->>'folder'
			left join snippet_look l on l.customer_id = ${customerId} and l.domain_id = d.domain_id
			left join publication o on o.customer_id = ${customerId} and o.domain_id = d.domain_id
				and o.folder = d.live_banner->'test'->>'folder'
			left join lateral (select convert_from(b.bytes, 'UTF8') as text from publication_file f
				join blob b on b.customer_id = ${customerId} and b.sha256 = f.sha256
				where f.customer_id = ${customerId} and f.folder = p.folder and f.path = ${BARE}) as bare on true
			where d.customer_id = ${customerId} and d.domain_id = ${domainId} and d.proven_at is not null`,
		),
	);
	if (!row) return null;
	const stored = { main: openPointer(row.pointer), other: row.other === null ? undefined : openPointer(row.other) };
	const seen = seenFor(stored.main.pointer, row.snippet_state, row.snippet_found);
	const { main, other } = seen && row.bare !== null ? seenOnly(stored, seen, row.bare) : stored;
	const test = other && row.share !== null ? { other: changed(other, row.other_material), share: row.share } : undefined;
	return { main: changed(main, row.material), test, stored: changed(stored.main, row.material), files: new Map() };
};

const LiveRow = row({
	pointer: text,
	material: orNull(json(Material)),
	/** The other publication of a test. */
	other: orNull(text),
	other_material: orNull(json(Material)),
	share: orNull(float),
	snippet_state: oneOf(SnippetState.shape.state.options),
	snippet_found: orNull(json(SnippetFound)),
	/** The loader without known tags; null: the publication is served as it was stored. */
	bare: orNull(text),
});

export const readFile = async (parts: Parts, folder: string, path: string): Promise<Served | null> => {
	const customerId = await customerFor(parts.storage, 'folder', folder);
	if (customerId === null) return null;
	return within(parts, customerId, (tx) =>
		tx.first(
			Served,
			sql`select f.type, b.bytes from publication_file f join blob b on b.customer_id = ${customerId} and b.sha256 = f.sha256
				where f.customer_id = ${customerId} and f.folder = ${folder} and f.path = ${path}`,
		),
	);
};
