/** Purposes made by publishing: one of a category's name, a new version when its wording changed. */
import type { PublishInput } from '@luvalla/banner/assemble.ts';
import { wordsOf } from '@luvalla/banner/languages/load.ts';
import { textsIn } from '@luvalla/banner/languages/reading.ts';
import { SALE_SHARING } from '@luvalla/contract/consent/light.ts';
import { newId } from '#kernel/clock.ts';
import { bool, int, row, sql, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';

export type GrantedPurpose = { id: string; version: number; name: string };

const Known = row({ purpose_id: uuid, version: int });
const Worded = row({ same: bool });

/** Finds or makes the purpose and the version that has exactly this wording. */
export const purposeWith = async (
	tx: Tx,
	customerId: number,
	domainId: string,
	name: string,
	wording: Record<string, { name: string; about: string }>,
): Promise<GrantedPurpose> => {
	const text = JSON.stringify(wording);
	// Held before its words are read: who waits here for somebody's new version must find that one.
	const known = await tx.first(
		Known,
		sql`select purpose_id, version from purpose
		where customer_id = ${customerId} and domain_id = ${domainId} and lower(name) = lower(${name}) for update`,
	);
	const worded =
		known &&
		(await tx.first(
			Worded,
			sql`select wording = ${text}::jsonb as same from purpose_version
			where customer_id = ${customerId} and purpose_id = ${known.purpose_id} and version = ${known.version}`,
		));
	if (known && worded?.same) return { id: known.purpose_id, version: known.version, name };
	const id = known?.purpose_id ?? newId();
	const version = (known?.version ?? 0) + 1;
	if (known) await tx.run(sql`update purpose set version = ${version} where customer_id = ${customerId} and purpose_id = ${id}`);
	else
		await tx.run(sql`insert into purpose (customer_id, purpose_id, domain_id, name) values (${customerId}, ${id}, ${domainId}, ${name})`);
	await tx.run(
		sql`insert into purpose_version (customer_id, purpose_id, version, wording) values (${customerId}, ${id}, ${version}, ${text})`,
	);
	return { id, version, name };
};

type Spoken = Pick<PublishInput, 'config' | 'words'>;

/** The purpose of every category that asks, by category key, and the one that a browser's signal answers: in the publication's languages. */
export const purposesOf = async (
	tx: Tx,
	customerId: number,
	domainId: string,
	{ config, words }: Spoken,
	nameOf: (key: string) => string,
): Promise<Record<string, GrantedPurpose>> => {
	const found: Record<string, GrantedPurpose> = {};
	for (const { key, necessary, texts } of config.categories) {
		const wording = Object.fromEntries(config.languages.map((language) => [language, textsIn(texts, language)]));
		if (!necessary) found[key] = await purposeWith(tx, customerId, domainId, nameOf(key), wording);
	}
	found[SALE_SHARING] = await salePurpose(tx, customerId, domainId, words);
	return found;
};

/** The name of the purpose by which people say no to sale and sharing, on every domain. */
export const SALE_PURPOSE = 'Sale and sharing';

/** What Global Privacy Control answers: "sale and sharing: no" is a record of this purpose. */
export const salePurpose = async (tx: Tx, customerId: number, domainId: string, words: Spoken['words']): Promise<GrantedPurpose> => {
	// A domain's configurations share it: these two stay, so that it has not a new version with every other publication.
	const said = { ...(await wordsOf(['en', 'fi'])), ...words };
	const wording = Object.fromEntries(Object.entries(said).map(([language, { sale }]) => [language, sale]));
	return purposeWith(tx, customerId, domainId, SALE_PURPOSE, wording);
};
