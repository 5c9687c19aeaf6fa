/** Stored vendor lists. They are the same for every customer, so any transaction reads them. */
import { createHash } from 'node:crypto';
import { BannerLanguage } from '@luvalla/contract/consent/languages.ts';
import { type GvlFile, VendorList, VendorListTexts } from '@luvalla/contract/consent/vendor-lists.ts';
import { now } from '#kernel/clock.ts';
import type { Tx } from '#kernel/storage/storage.ts';

interface ListRow {
	version: number;
	policy_version: number;
	last_updated: Date;
	vendors: number;
	deleted: number;
	source: 'fetched' | 'uploaded';
	stored_at: Date;
	bytes: number;
}

/** Newest first, without their content. */
export const listFiles = async (tx: Tx): Promise<GvlFile[]> => {
	const rows = await tx.query<ListRow>(
		'select version, policy_version, last_updated, vendors, deleted, source, stored_at, length(content) as bytes from vendor_list order by version desc',
	);
	const texts = await tx.query<{ language: string }>('select language from vendor_list_texts order by language');
	return rows.map((row, place) => ({
		id: row.version,
		vendorListVersion: row.version,
		tcfPolicyVersion: row.policy_version,
		lastUpdated: row.last_updated.toISOString(),
		vendors: row.vendors,
		deleted: row.deleted,
		languages: texts.map(({ language }) => language),
		source: row.source,
		storedAt: row.stored_at.toISOString(),
		bytes: row.bytes,
		newest: place === 0,
	}));
};

/** The list of a version, or the newest one; null when there is none. */
export const readVendorList = async (tx: Tx, version: number | 'newest'): Promise<VendorList | null> => {
	const [row] =
		version === 'newest'
			? await tx.query<{ content: Buffer }>('select content from vendor_list order by version desc limit 1')
			: await tx.query<{ content: Buffer }>('select content from vendor_list where version = $1', [version]);
	return row ? VendorList.parse(JSON.parse(row.content.toString('utf8'))) : null;
};

/** Languages whose official texts are stored, and so in use. */
export const storedLanguages = async (tx: Tx): Promise<BannerLanguage[]> => {
	const rows = await tx.query<{ language: string }>('select language from vendor_list_texts order by language');
	return BannerLanguage.options.filter((one) => rows.some(({ language }) => language === one));
};

/** Official texts in a language; null when they are not stored. English ones stand in the list itself. */
export const readOfficialTexts = async (tx: Tx, language: string): Promise<VendorListTexts | null> => {
	const [row] = await tx.query<{ content: Buffer }>('select content from vendor_list_texts where language = $1', [language]);
	return row ? VendorListTexts.parse(JSON.parse(row.content.toString('utf8'))) : null;
};

/** `stored`: it is new; `known`: it was there; `other`: this version is there with other content, and stays. */
export const storeList = async (tx: Tx, list: VendorList, source: 'fetched' | 'uploaded'): Promise<'stored' | 'known' | 'other'> => {
	const content = Buffer.from(JSON.stringify(list));
	const sha256 = createHash('sha256').update(content).digest();
	const deleted = Object.values(list.vendors).filter((vendor) => vendor.deletedDate !== undefined).length;
	const [row] = await tx.query<{ fresh: boolean }>('select store_vendor_list($1, $2, $3, $4, $5, $6, $7, $8, $9) as fresh', [
		list.vendorListVersion,
		list.tcfPolicyVersion,
		list.lastUpdated,
		Object.keys(list.vendors).length - deleted,
		deleted,
		source,
		sha256,
		content,
		now(),
	]);
	if (row?.fresh) return 'stored';
	const [known] = await tx.query<{ same: boolean }>('select sha256 = $2 as same from vendor_list where version = $1', [
		list.vendorListVersion,
		sha256,
	]);
	return known?.same ? 'known' : 'other';
};

export const storeTexts = (tx: Tx, language: string, texts: VendorListTexts): Promise<object[]> =>
	tx.query('select store_vendor_list_texts($1, $2, $3)', [language, Buffer.from(JSON.stringify(texts)), now()]);

export const etagOf = async (tx: Tx, url: string): Promise<string> =>
	(await tx.query<{ etag: string }>('select etag from vendor_list_source where url = $1', [url]))[0]?.etag ?? '';

export const noteSource = (tx: Tx, url: string, etag: string, problem: string | null): Promise<object[]> =>
	tx.query('select note_vendor_list_source($1, $2, $3, $4)', [url, etag, problem, now()]);
