/** Stored vendor lists. They are the same for every customer, so any transaction reads them. */
import { createHash } from 'node:crypto';
import { BannerLanguage } from '@luvalla/contract/consent/languages.ts';
import { type GvlFile, VendorList, VendorListTexts } from '@luvalla/contract/consent/vendor-lists.ts';
import { now } from '#kernel/clock.ts';
import { bool, bytes, instant, int, oneOf, row, sql, text } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';

const ListRow = row({
	version: int,
	policy_version: int,
	last_updated: instant,
	vendors: int,
	deleted: int,
	source: oneOf(['fetched', 'uploaded']),
	stored_at: instant,
	bytes: int,
});
const Language = row({ language: text });
const Content = row({ content: bytes });

const languagesOf = (tx: Tx) => tx.rows(Language, sql`select language from vendor_list_texts order by language`);

/** Newest first, without their content. */
export const listFiles = async (tx: Tx): Promise<GvlFile[]> => {
	const rows = await tx.rows(
		ListRow,
		sql`select version, policy_version, last_updated, vendors, deleted, source, stored_at, length(content) as bytes from vendor_list
		order by version desc`,
	);
	const texts = await languagesOf(tx);
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
	const which = version === 'newest' ? sql`order by version desc limit 1` : sql`where version = ${version}`;
	const row = await tx.first(Content, sql`select content from vendor_list ${which}`);
	return row ? VendorList.parse(JSON.parse(row.content.toString('utf8'))) : null;
};

/** Languages whose official texts are stored, and so in use. */
export const storedLanguages = async (tx: Tx): Promise<BannerLanguage[]> => {
	const rows = await languagesOf(tx);
	return BannerLanguage.options.filter((one) => rows.some(({ language }) => language === one));
};

/** Official texts in a language; null when they are not stored. English ones stand in the list itself. */
export const readOfficialTexts = async (tx: Tx, language: string): Promise<VendorListTexts | null> => {
	const row = await tx.first(Content, sql`select content from vendor_list_texts where language = ${language}`);
	return row ? VendorListTexts.parse(JSON.parse(row.content.toString('utf8'))) : null;
};

const Fresh = row({ fresh: bool });
const Same = row({ same: bool });

/** `stored`: it is new; `known`: it was there; `other`: this version is there with other content, and stays. */
export const storeList = async (tx: Tx, list: VendorList, source: 'fetched' | 'uploaded'): Promise<'stored' | 'known' | 'other'> => {
	const content = Buffer.from(JSON.stringify(list));
	const sha256 = createHash('sha256').update(content).digest();
	const deleted = Object.values(list.vendors).filter((vendor) => vendor.deletedDate !== undefined).length;
	const row = await tx.first(
		Fresh,
		sql`select store_vendor_list(${list.vendorListVersion}, ${list.tcfPolicyVersion}, ${list.lastUpdated},
			${Object.keys(list.vendors).length - deleted}, ${deleted}, ${source}, ${sha256}, ${content}, ${now()}) as fresh`,
	);
	if (row?.fresh) return 'stored';
	const known = await tx.first(Same, sql`select sha256 = ${sha256} as same from vendor_list where version = ${list.vendorListVersion}`);
	return known?.same ? 'known' : 'other';
};

export const storeTexts = (tx: Tx, language: string, texts: VendorListTexts): Promise<number> =>
	tx.run(sql`select store_vendor_list_texts(${language}, ${Buffer.from(JSON.stringify(texts))}, ${now()})`);

const Etag = row({ etag: text });

export const etagOf = async (tx: Tx, url: string): Promise<string> =>
	(await tx.first(Etag, sql`select etag from vendor_list_source where url = ${url}`))?.etag ?? '';

export const noteSource = (tx: Tx, url: string, etag: string, problem: string | null): Promise<number> =>
	tx.run(sql`select note_vendor_list_source(${url}, ${etag}, ${problem}, ${now()})`);
