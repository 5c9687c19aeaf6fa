/** Drafts and publications of banner configurations. */
import { GateFinding } from '@luvalla/contract/consent/configurations.ts';
import * as z from 'zod';
import { keepBlob } from '#kernel/files/published.ts';
import { enterDirectory, leaveDirectory } from '#kernel/storage/directory.ts';
import { MOST_WHOLE } from '#kernel/storage/lists.ts';
import { bool, instant, int, json, oneOf, orNull, type RowOf, row, type Sql, sql, text, texts, uuid } from '#kernel/storage/rows.ts';
import { containing } from '#kernel/storage/search.ts';
import type { Tx } from '#kernel/storage/storage.ts';

const ConfigurationRow = row({
	customer_id: int,
	configuration_id: uuid,
	domain_id: uuid,
	host: text,
	folder: text,
	title: text,
	type: oneOf([0, 1]),
	template: text,
	sdk_version: text,
	bundle_version: text,
	config: text,
	mapper: text,
	saved_at: instant,
	saved_by: text,
	published_folder: orNull(text),
	changed: bool,
	version: orNull(int),
	published_at: orNull(instant),
	live: bool,
	in_test: bool,
	/** It is shown whose the domain's host is. */
	proven: bool,
});
export type ConfigurationRow = RowOf<typeof ConfigurationRow>;

const fieldsOf = (
	customerId: number,
): Sql => sql`k.customer_id, k.configuration_id, k.domain_id, d.host, k.folder, k.title, k.type, k.template, k.sdk_version,
	k.bundle_version,
	k.config, k.mapper, k.saved_at, k.saved_by, k.published_folder, k.changed, p.version, p.published_at,
	exists (select 1 from publication l where l.customer_id = ${customerId} and l.folder = d.live_banner->>'folder'
		and l.configuration_id = k.configuration_id)
		as live,
	coalesce(d.live_banner ? 'test', false) and exists (select 1 from publication l
		where l.customer_id = ${customerId} and l.configuration_id = k.configuration_id
		and l.folder in (d.live_banner->>'folder', d.live_banner->'test'->>'folder')) as in_test, d.proven_at is not null as proven`;
const fromOf = (customerId: number): Sql => sql`from configuration k
	join domain d on d.customer_id = ${customerId} and d.domain_id = k.domain_id
	left join publication p on p.customer_id = ${customerId} and p.folder = k.published_folder`;

export const listConfigurations = (
	tx: Tx,
	customerId: number,
	domainIds: readonly string[] | null,
	type: 0 | 1,
	query: { q?: string | undefined; status?: number | undefined },
): Promise<ConfigurationRow[]> =>
	tx.rows(
		ConfigurationRow,
		sql`select ${fieldsOf(customerId)} ${fromOf(customerId)}
		where k.customer_id = ${customerId} and k.type = ${type}
			and (${domainIds}::uuid[] is null or k.domain_id = any(${domainIds}::uuid[])) and k.title ilike ${containing(query.q)}
			and (${query.status ?? null}::int is null or (k.published_folder is not null
				and not k.changed) = (${query.status ?? null}::int = 1))
		order by k.saved_at desc, k.configuration_id limit ${MOST_WHOLE}`,
	);

const FoundConfiguration = row({ configuration_id: uuid, title: text, type: int, host: text });

/**
 * The first few whose title or domain has this in it, saved last first.
 * @param domainIds null: on every domain of the customer
 */
export const findConfigurations = (
	tx: Tx,
	customerId: number,
	domainIds: readonly string[] | null,
	{ q, most }: { q: string; most: number },
): Promise<RowOf<typeof FoundConfiguration>[]> =>
	tx.rows(
		FoundConfiguration,
		sql`select k.configuration_id, k.title, k.type, d.host from configuration k
			join domain d on d.customer_id = ${customerId} and d.domain_id = k.domain_id
			where k.customer_id = ${customerId} and (${domainIds}::uuid[] is null or k.domain_id = any(${domainIds}))
				and (k.title ilike ${containing(q)} or d.host ilike ${containing(q)})
			order by k.saved_at desc, k.configuration_id limit ${most}`,
	);

const one = (tx: Tx, customerId: number, which: Sql): Promise<ConfigurationRow | null> =>
	tx.first(ConfigurationRow, sql`select ${fieldsOf(customerId)} ${fromOf(customerId)} where k.customer_id = ${customerId} and ${which}`);
export const configurationById = (tx: Tx, customerId: number, id: string) => one(tx, customerId, sql`k.configuration_id = ${id}`);
export const configurationByFolder = (tx: Tx, customerId: number, folder: string) => one(tx, customerId, sql`k.folder = ${folder}`);
export const configurationByTitle = (tx: Tx, customerId: number, domainId: string, type: 0 | 1, title: string) =>
	one(tx, customerId, sql`k.domain_id = ${domainId} and k.type = ${type} and lower(k.title) = lower(${title})`);

export interface Draft {
	domainId: string;
	title: string;
	type: 0 | 1;
	template: string;
	sdkVersion: string;
	bundleVersion: string;
	config: string;
	mapper: string;
	savedBy: string;
}

/** A new draft under its own folder, known to the directory by both names. */
export const insertConfiguration = async (tx: Tx, customerId: number, id: string, folder: string, d: Draft): Promise<void> => {
	await tx.run(sql`insert into configuration (customer_id, configuration_id, domain_id, folder, title, type, template, sdk_version,
		bundle_version, config, mapper, saved_by)
		values (${customerId}, ${id}, ${d.domainId}, ${folder}, ${d.title}, ${d.type}, ${d.template}, ${d.sdkVersion}, ${d.bundleVersion},
			${d.config}, ${d.mapper}, ${d.savedBy})`);
	await enterDirectory(tx, customerId, [
		{ kind: 'configuration', key: id },
		{ kind: 'configuration', key: folder },
	]);
};

export const updateConfiguration = (tx: Tx, customerId: number, id: string, d: Draft): Promise<number> =>
	tx.run(sql`update configuration set domain_id = ${d.domainId}, title = ${d.title}, type = ${d.type}, template = ${d.template},
		sdk_version = ${d.sdkVersion}, bundle_version = ${d.bundleVersion}, config = ${d.config}, mapper = ${d.mapper},
			saved_by = ${d.savedBy}, saved_at = now(), changed = true
		where customer_id = ${customerId} and configuration_id = ${id}`);

export const deleteConfiguration = async (tx: Tx, row: ConfigurationRow): Promise<void> => {
	await tx.run(sql`delete from configuration where customer_id = ${row.customer_id} and configuration_id = ${row.configuration_id}`);
	await leaveDirectory(tx, [
		{ kind: 'configuration', key: row.configuration_id },
		{ kind: 'configuration', key: row.folder },
	]);
};

const NextVersion = row({ next: int });

/** The next version of a domain's banner. The domain's row is locked, so two publications cannot take the same. */
export const nextVersion = async (tx: Tx, customerId: number, domainId: string): Promise<number> => {
	await tx.run(sql`select 1 from domain where customer_id = ${customerId} and domain_id = ${domainId} for update`);
	const found = await tx.first(
		NextVersion,
		sql`select coalesce(max(version), 0) + 1 as next from publication where customer_id = ${customerId} and domain_id = ${domainId}`,
	);
	return found?.next ?? 1;
};

export interface Publication {
	folder: string;
	configurationId: string;
	domainId: string;
	version: number;
	hash: Buffer;
	title: string;
	template: string;
	bundleVersion: string;
	config: string;
	purposes: Record<string, { id: string; version: number; name: string }>;
	/** Category key → segments that a yes fills. */
	segments: Record<string, readonly string[]>;
	/** The category whose yes lets visitors be remembered. */
	remembers: string | null;
	pointer: string;
	/** Registrable domain whose hosts share one choice. */
	sharedDomain?: string | undefined;
	findings: GateFinding[];
	measured: boolean;
	publishedBy: string;
	files: { path: string; type: string; bytes: Buffer; sha256: Buffer }[];
}

const Published = row({ published_at: instant });

/** Writes the immutable folder with its files and marks the draft as published. */
export const insertPublication = async (tx: Tx, customerId: number, p: Publication): Promise<Date> => {
	for (const file of p.files) {
		await keepBlob(tx, customerId, file.sha256, file.bytes);
		await tx.run(sql`insert into publication_file (customer_id, folder, path, type, sha256)
				values (${customerId}, ${p.folder}, ${file.path}, ${file.type}, ${file.sha256})`);
	}
	const written = await tx.first(
		Published,
		sql`insert into publication (customer_id, folder, configuration_id, domain_id, version, hash, title, template, bundle_version,
			config, purposes, pointer, findings, measured, published_by, shared_domain, segments, remembers)
		values (${customerId}, ${p.folder}, ${p.configurationId}, ${p.domainId}, ${p.version}, ${p.hash}, ${p.title}, ${p.template},
			${p.bundleVersion}, ${p.config}, ${JSON.stringify(p.purposes)}, ${p.pointer}, ${JSON.stringify(p.findings)}, ${p.measured},
			${p.publishedBy}, ${p.sharedDomain ?? null}, ${JSON.stringify(p.segments)}, ${p.remembers}) returning published_at`,
	);
	if (!written) throw new Error('A publication was written without a time.');
	await enterDirectory(tx, customerId, [{ kind: 'folder', key: p.folder }]);
	await tx.run(sql`update configuration set published_folder = ${p.folder}, changed = false
			where customer_id = ${customerId} and configuration_id = ${p.configurationId}`);
	return written.published_at;
};

const PublishedConfig = row({ folder: text, domain_id: uuid, config: text, template: text, bundle_version: text, version: int });

export const readPublication = (tx: Tx, customerId: number, folder: string) =>
	tx.first(
		PublishedConfig,
		sql`select folder, domain_id, config, template, bundle_version, version from publication
		where customer_id = ${customerId} and folder = ${folder}`,
	);

const PublicationRow = row({
	folder: text,
	configuration_id: uuid,
	domain_id: uuid,
	version: int,
	title: text,
	template: text,
	bundle_version: text,
	config: text,
	purposes: json(z.record(z.string(), z.object({ id: z.string(), version: z.int(), name: z.string() }))),
	findings: json(z.array(GateFinding)),
	measured: bool,
	published_at: instant,
	published_by: text,
	pictures: texts,
	live: bool,
});
export type PublicationRow = RowOf<typeof PublicationRow>;

const publicationsOf = (
	customerId: number,
): Sql => sql`select p.folder, p.configuration_id, p.domain_id, p.version, p.title, p.template, p.bundle_version, p.config, p.purposes,
	p.findings,
		p.measured, p.published_at, p.published_by, coalesce(d.live_banner->>'folder' = p.folder, false) as live,
		array(select f.path from publication_file f where f.customer_id = ${customerId} and f.folder = p.folder and f.path like 'pictures/%'
			order by f.path) as pictures
	from publication p join domain d on d.customer_id = ${customerId} and d.domain_id = p.domain_id`;

/** What was published of a configuration, newest first. */
export const listPublications = (tx: Tx, customerId: number, configurationId: string): Promise<PublicationRow[]> =>
	tx.rows(
		PublicationRow,
		sql`${publicationsOf(customerId)} where p.customer_id = ${customerId} and p.configuration_id = ${configurationId}
			order by p.version desc limit 200`,
	);

export const publicationByFolder = (tx: Tx, customerId: number, folder: string): Promise<PublicationRow | null> =>
	tx.first(PublicationRow, sql`${publicationsOf(customerId)} where p.customer_id = ${customerId} and p.folder = ${folder}`);

/** Every process serves the new pointer, every open portal reads it again, once this commits. */
export const tellOfBanner = (tx: Tx, customerId: number, domainId: string): Promise<number> =>
	tx.run(sql`select pg_notify('live', ${JSON.stringify({ topic: 'configurations', customerId, domains: { [domainId]: 1 } })})`);
