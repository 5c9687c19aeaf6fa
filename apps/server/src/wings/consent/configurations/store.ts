/** Drafts and publications of banner configurations. */
import type { GateFinding } from '@luvalla/contract/consent/configurations.ts';
import { keepBlob } from '#kernel/files/published.ts';
import { enterDirectory, leaveDirectory } from '#kernel/storage/directory.ts';
import { int, type RowOf, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import { containing } from '#kernel/storage/search.ts';
import type { Tx } from '#kernel/storage/storage.ts';

export interface ConfigurationRow {
	customer_id: number;
	configuration_id: string;
	domain_id: string;
	host: string;
	folder: string;
	title: string;
	type: 0 | 1;
	template: string;
	sdk_version: string;
	bundle_version: string;
	config: string;
	mapper: string;
	saved_at: Date;
	saved_by: string;
	published_folder: string | null;
	changed: boolean;
	version: number | null;
	published_at: Date | null;
	live: boolean;
	in_test: boolean;
	/** It is shown whose the domain's host is. */
	proven: boolean;
}

const FIELDS = `k.customer_id, k.configuration_id, k.domain_id, d.host, k.folder, k.title, k.type, k.template, k.sdk_version, k.bundle_version,
	k.config, k.mapper, k.saved_at, k.saved_by, k.published_folder, k.changed, p.version, p.published_at,
	exists (select 1 from publication l where l.customer_id = $1 and l.folder = d.live_banner->>'folder' and l.configuration_id = k.configuration_id)
		as live,
	coalesce(d.live_banner ? 'test', false) and exists (select 1 from publication l where l.customer_id = $1 and l.configuration_id = k.configuration_id
		and l.folder in (d.live_banner->>'folder', d.live_banner->'test'->>'folder')) as in_test, d.proven_at is not null as proven`;
const FROM = `from configuration k
	join domain d on d.customer_id = $1 and d.domain_id = k.domain_id
	left join publication p on p.customer_id = $1 and p.folder = k.published_folder`;

export const listConfigurations = (
	tx: Tx,
	customerId: number,
	domainIds: readonly string[] | null,
	type: 0 | 1,
	query: { q?: string | undefined; status?: number | undefined },
): Promise<ConfigurationRow[]> =>
	tx.query(
		`select ${FIELDS} ${FROM}
		where k.customer_id = $1 and k.type = $2 and ($3::uuid[] is null or k.domain_id = any($3)) and k.title ilike $4
			and ($5::int is null or (k.published_folder is not null and not k.changed) = ($5 = 1))
		order by k.saved_at desc, k.configuration_id limit 1000`,
		[customerId, type, domainIds, containing(query.q), query.status ?? null],
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

const one = async (tx: Tx, where: string, values: readonly unknown[]): Promise<ConfigurationRow | null> => {
	const [row] = await tx.query<ConfigurationRow>(`select ${FIELDS} ${FROM} where ${where}`, values);
	return row ?? null;
};
export const configurationById = (tx: Tx, customerId: number, id: string) =>
	one(tx, 'k.customer_id = $1 and k.configuration_id = $2', [customerId, id]);
export const configurationByFolder = (tx: Tx, customerId: number, folder: string) =>
	one(tx, 'k.customer_id = $1 and k.folder = $2', [customerId, folder]);
export const configurationByTitle = (tx: Tx, customerId: number, domainId: string, type: 0 | 1, title: string) =>
	one(tx, 'k.customer_id = $1 and k.domain_id = $2 and k.type = $3 and lower(k.title) = lower($4)', [customerId, domainId, type, title]);

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
export const insertConfiguration = async (tx: Tx, customerId: number, id: string, folder: string, draft: Draft): Promise<void> => {
	await tx.query(
		`insert into configuration (customer_id, configuration_id, domain_id, folder, title, type, template, sdk_version, bundle_version, config, mapper, saved_by)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
		[
			customerId,
			id,
			draft.domainId,
			folder,
			draft.title,
			draft.type,
			draft.template,
			draft.sdkVersion,
			draft.bundleVersion,
			draft.config,
			draft.mapper,
			draft.savedBy,
		],
	);
	await enterDirectory(tx, customerId, [
		{ kind: 'configuration', key: id },
		{ kind: 'configuration', key: folder },
	]);
};

export const updateConfiguration = (tx: Tx, customerId: number, id: string, draft: Draft): Promise<object[]> =>
	tx.query(
		`update configuration set domain_id = $3, title = $4, type = $5, template = $6, sdk_version = $7, bundle_version = $8, config = $9, mapper = $10,
			saved_by = $11, saved_at = now(), changed = true
		where customer_id = $1 and configuration_id = $2`,
		[
			customerId,
			id,
			draft.domainId,
			draft.title,
			draft.type,
			draft.template,
			draft.sdkVersion,
			draft.bundleVersion,
			draft.config,
			draft.mapper,
			draft.savedBy,
		],
	);

export const deleteConfiguration = async (tx: Tx, row: ConfigurationRow): Promise<void> => {
	await tx.query('delete from configuration where customer_id = $1 and configuration_id = $2', [row.customer_id, row.configuration_id]);
	await leaveDirectory(tx, [
		{ kind: 'configuration', key: row.configuration_id },
		{ kind: 'configuration', key: row.folder },
	]);
};

/** The next version of a domain's banner. The domain's row is locked, so two publications cannot take the same. */
export const nextVersion = async (tx: Tx, customerId: number, domainId: string): Promise<number> => {
	await tx.query('select 1 from domain where customer_id = $1 and domain_id = $2 for update', [customerId, domainId]);
	const [row] = await tx.query<{ next: number }>(
		'select coalesce(max(version), 0) + 1 as next from publication where customer_id = $1 and domain_id = $2',
		[customerId, domainId],
	);
	return row?.next ?? 1;
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

/** Writes the immutable folder with its files and marks the draft as published. */
export const insertPublication = async (tx: Tx, customerId: number, p: Publication): Promise<Date> => {
	for (const file of p.files) {
		await keepBlob(tx, customerId, file.sha256, file.bytes);
		await tx.query('insert into publication_file (customer_id, folder, path, type, sha256) values ($1, $2, $3, $4, $5)', [
			customerId,
			p.folder,
			file.path,
			file.type,
			file.sha256,
		]);
	}
	const [row] = await tx.query<{ published_at: Date }>(
		`insert into publication (customer_id, folder, configuration_id, domain_id, version, hash, title, template, bundle_version, config, purposes, pointer, findings, measured, published_by, shared_domain, segments, remembers)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18) returning published_at`,
		[
			customerId,
			p.folder,
			p.configurationId,
			p.domainId,
			p.version,
			p.hash,
			p.title,
			p.template,
			p.bundleVersion,
			p.config,
			JSON.stringify(p.purposes),
			p.pointer,
			JSON.stringify(p.findings),
			p.measured,
			p.publishedBy,
			p.sharedDomain ?? null,
			JSON.stringify(p.segments),
			p.remembers,
		],
	);
	if (!row) throw new Error('A publication was written without a time.');
	await enterDirectory(tx, customerId, [{ kind: 'folder', key: p.folder }]);
	await tx.query('update configuration set published_folder = $3, changed = false where customer_id = $1 and configuration_id = $2', [
		customerId,
		p.configurationId,
		p.folder,
	]);
	return row.published_at;
};

export const readPublication = async (tx: Tx, customerId: number, folder: string) => {
	const [row] = await tx.query<{
		folder: string;
		domain_id: string;
		config: string;
		template: string;
		bundle_version: string;
		version: number;
	}>('select folder, domain_id, config, template, bundle_version, version from publication where customer_id = $1 and folder = $2', [
		customerId,
		folder,
	]);
	return row ?? null;
};

export interface PublicationRow {
	folder: string;
	configuration_id: string;
	domain_id: string;
	version: number;
	title: string;
	template: string;
	bundle_version: string;
	config: string;
	purposes: Record<string, { id: string; version: number; name: string }>;
	findings: GateFinding[];
	measured: boolean;
	published_at: Date;
	published_by: string;
	pictures: string[];
	live: boolean;
}

const PUBLICATIONS = `select p.folder, p.configuration_id, p.domain_id, p.version, p.title, p.template, p.bundle_version, p.config, p.purposes, p.findings,
		p.measured, p.published_at, p.published_by, coalesce(d.live_banner->>'folder' = p.folder, false) as live,
		array(select f.path from publication_file f where f.customer_id = $1 and f.folder = p.folder and f.path like 'pictures/%' order by f.path) as pictures
	from publication p join domain d on d.customer_id = $1 and d.domain_id = p.domain_id`;

/** What was published of a configuration, newest first. */
export const listPublications = (tx: Tx, customerId: number, configurationId: string): Promise<PublicationRow[]> =>
	tx.query(`${PUBLICATIONS} where p.customer_id = $1 and p.configuration_id = $2 order by p.version desc limit 200`, [
		customerId,
		configurationId,
	]);

export const publicationByFolder = async (tx: Tx, customerId: number, folder: string): Promise<PublicationRow | null> => {
	const [row] = await tx.query<PublicationRow>(`${PUBLICATIONS} where p.customer_id = $1 and p.folder = $2`, [customerId, folder]);
	return row ?? null;
};
