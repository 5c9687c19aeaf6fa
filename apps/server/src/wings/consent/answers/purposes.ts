/** Purposes as answers need them: which there are, which version was in force when, and since which one a yes counts. */
import * as z from 'zod';
import { inOrder } from '#kernel/storage/lists.ts';
import { int, json, row, type Sql, sql, text, texts, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';

export interface PurposeFacts {
	readonly id: string;
	readonly domainId: string;
	readonly host: string;
	readonly name: string;
	readonly necessary: boolean;
	/** By which it permits messages. */
	readonly channels: readonly string[];
	/** Oldest first. */
	readonly versions: readonly { readonly version: number; readonly createdAt: Date; readonly wording: Wording }[];
	/** A yes to an earlier version no longer counts; 0 when no change was material. */
	readonly material: number;
}
export const Wording = z.record(z.string(), z.object({ name: z.string(), about: z.string() }));
export type Wording = Readonly<z.infer<typeof Wording>>;

const FactsRow = row({
	purpose_id: uuid,
	domain_id: uuid,
	host: text,
	name: text,
	legal_basis: text,
	channels: texts,
	versions: json(z.array(z.object({ version: z.int(), createdAt: z.string(), wording: Wording }))),
	material: int,
});

/** @param domainIds null: of every domain of the customer */
export const readPurposeFacts = async (tx: Tx, customerId: number, domainIds: readonly string[] | null): Promise<PurposeFacts[]> => {
	const rows = await tx.rows(
		FactsRow,
		sql`select p.purpose_id, p.domain_id, d.host, p.name, p.legal_basis, p.channels,
			(select jsonb_agg(jsonb_build_object('version', v.version, 'createdAt', v.created_at, 'wording', v.wording) order by v.version)
				from purpose_version v where v.customer_id = ${customerId} and v.purpose_id = p.purpose_id) as versions,
			coalesce((select max(m.version) from purpose_material m
				where m.customer_id = ${customerId} and m.purpose_id = p.purpose_id), 0) as material
		from purpose p join domain d on d.customer_id = ${customerId} and d.domain_id = p.domain_id
		where p.customer_id = ${customerId} and (${domainIds}::uuid[] is null or p.domain_id = any(${domainIds}::uuid[]))
			order by d.host, ${inOrder(sql`p.name`)}`,
	);
	return rows.map((row) => ({
		id: row.purpose_id,
		domainId: row.domain_id,
		host: row.host,
		name: row.name,
		necessary: row.legal_basis !== 'consent',
		channels: row.channels,
		versions: row.versions.map((one) => ({ ...one, createdAt: new Date(one.createdAt) })),
		material: row.material,
	}));
};

/**
 * The name of a purpose `p` in the reader's language: where its makers named it as its words do, in whatever language, it goes by
 * the reader's; a name of their own stays.
 */
export const nameOfPurpose = (customerId: number, language: string): Sql =>
	sql`coalesce((select w.wording #>> array[${language}::text, 'name'] from purpose_version w
		where w.customer_id = ${customerId} and w.purpose_id = p.purpose_id and w.version = p.version
			and exists (select 1 from jsonb_each(w.wording) l where l.value ->> 'name' = p.name)), p.name)`;

/** Purposes of a customer by the names of the reader's language, once for all records that are about them: `with ${namedPurposes(…)}`. */
export const namedPurposes = (customerId: number, language: string): Sql =>
	sql`named as materialized (select p.purpose_id, ${nameOfPurpose(customerId, language)} as name from purpose p
		where p.customer_id = ${customerId})`;

/** The same of one that was read. */
export const nameIn = (name: string, wording: Wording | undefined, language: string): string =>
	wording && Object.values(wording).some((one) => one.name === name) ? (wording[language]?.name ?? name) : name;

/** By id or by name, whatever its case. */
export const purposeNamed = (purposes: readonly PurposeFacts[], given: string): PurposeFacts | undefined => {
	const wanted = given.trim().toLowerCase();
	return purposes.find(({ id }) => id === wanted) ?? purposes.find(({ name }) => name.toLowerCase() === wanted);
};

/** The version in force at a moment; for one before there was any, the first. */
export const versionAt = ({ versions }: PurposeFacts, at: Date): number =>
	versions.findLast(({ createdAt }) => createdAt <= at)?.version ?? versions[0]?.version ?? 1;

/** Whether a yes to this version may be acted upon. */
export const stands = (purpose: PurposeFacts, version: number): boolean => version >= purpose.material;

/** The words of the newest version, in a language or in any there is. */
export const wordsOf = ({ versions, name }: PurposeFacts, language: string): { name: string; about: string } => {
	const wording = versions.at(-1)?.wording ?? {};
	return wording[language] ?? Object.values(wording)[0] ?? { name, about: '' };
};
