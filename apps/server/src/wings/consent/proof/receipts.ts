/** Proofs and receipts of records. */
import type * as contract from '@luvalla/contract/consent/proof.ts';
import { SEALED_WITHIN_MINUTES } from '@luvalla/contract/consent/proof.ts';
import { checkReceipt, RECEIPT_TYPE, RECEIPT_VERSION } from '@luvalla/verify/receipt.ts';
import type * as z from 'zod';
import { refusals, refuse } from '#kernel/http/errors.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { canonical } from '../intake/leaf.ts';
import { LEDGER_PATH, readLog } from './append.ts';
import type { HeadRow } from './heads.ts';
import { readInstallation } from './installation.ts';
import { allKeys } from './keys.ts';
import {
	entryOf,
	newestInstallationHead,
	newestPlacedHead,
	type Picture,
	provenOf,
	type ReceiptRow,
	readForReceipt,
	readPictures,
} from './store.ts';
import { consentSummary } from './summary.ts';
import { customerTiles, installationTiles } from './tiles.ts';
import { consistencyProof, inclusionProof, rootAt } from './tree.ts';

export const refuseProof = refusals({
	not_sealed: [
		409,
		`This record is being sealed. Its proof is ready within ${SEALED_WITHIN_MINUTES} minutes; try again then.`,
		`Kirjausta sinetöidään. Todiste on valmis ${SEALED_WITHIN_MINUTES} minuutissa; yritä silloin uudelleen.`,
	],
	several_records: [
		409,
		'There are several records of this id, of different companies. Open the receipt by its whole link, which names the log.',
		'Tällä tunnisteella on useita kirjauksia eri yrityksillä. Avaa kuitti koko linkistään, jossa loki on nimetty.',
	],
	no_ledger: [409, 'There is no record yet, so there is nothing to check.', 'Kirjauksia ei vielä ole, joten tarkistettavaa ei ole.'],
	unknown_size: [422, 'The log never had that many entries.', 'Lokissa ei ole ollut niin monta merkintää.'],
	address_known: [409, 'This address is told already.', 'Tälle osoitteelle kerrotaan jo.', 'address'],
	address_unconfirmed: [
		409,
		'This address has not confirmed yet that it wants to be told. Send the question again.',
		'Osoite ei ole vielä vahvistanut haluavansa viestejä. Lähetä kysymys uudelleen.',
	],
	too_many_addresses: [422, 'Remove an address before you add another.', 'Poista jokin osoite ennen kuin lisäät uuden.'],
});

export type Receipt = z.infer<typeof contract.Receipt>;

const hex = (hash: Uint8Array): string => Buffer.from(hash).toString('hex');
const hexes = (hashes: readonly Uint8Array[]): string[] => hashes.map(hex);

export const shownHead = (row: HeadRow): contract.LedgerHead => ({
	id: row.head_id,
	size: row.size,
	root: hex(row.root),
	signedAt: row.signed_at.toISOString(),
	keyId: row.key_id,
	note: row.note,
});

/** Where a customer's log answers without an account. */
export const logAddress = (publicUrl: string, logId: string): string => `${publicUrl}${LEDGER_PATH}/${logId}`;

/** Where the public keys are published; with a log, its verifier keys too. */
export const keysAddress = (publicUrl: string, logId?: string): string =>
	`${publicUrl}${LEDGER_PATH}/key${logId === undefined ? '' : `?log=${logId}`}`;

/** Where a person has the receipt of a record again. It names the log, since another customer may be sent the same id. */
const receiptAddress = (publicUrl: string, recordId: string, logId: string): string => `${receiptPath(publicUrl, recordId)}?log=${logId}`;

export const receiptPath = (publicUrl: string, recordId: string): string => `${publicUrl}/edge/v1/receipts/${recordId}`;

export interface Proven {
	readonly row: ReceiptRow;
	readonly receipt: Receipt;
	readonly logId: string;
	readonly head: HeadRow;
	readonly installationHead: HeadRow;
}

/**
 * Hashes of the pictures of what this person was shown, by file name: those of their language and kind of screen
 * (`pictures/fi-phone-1.png`; 1 is the first layer), or all there are where none is theirs.
 */
const picturesShown = ({ pictures, language, device }: ReceiptRow): { pictures?: Record<string, string> } => {
	if (pictures === null) return {};
	const theirs = `pictures/${language.slice(0, 2)}-${device === 'phone' ? 'phone' : 'desktop'}-`;
	const own = Object.entries(pictures).filter(([path]) => path.startsWith(theirs));
	return { pictures: own.length > 0 ? Object.fromEntries(own) : pictures };
};

/** @throws when a published folder that a record names is gone: what was published is never deleted. */
const shownTo = (row: ReceiptRow): Receipt['shown'] => {
	const { configuration: folder, configuration_hash: hash, title, version, language } = row;
	if (folder === null || hash === null) return null;
	if (title === null || version === null) throw new Error(`Record ${row.id} names the folder ${folder}, which is not there.`);
	return { folder, hash: hex(hash), title, version, language, ...picturesShown(row) };
};

/** Where a record stands in the logs; null in its first minutes, before it is sealed. */
const placeOf = async (tx: Tx, customerId: number, id: string) => {
	const entry = await entryOf(tx, customerId, id);
	const log = await readLog(tx, customerId);
	if (!entry || !log) return null;
	const head = await newestPlacedHead(tx, customerId, entry.position);
	const installationHead = await newestInstallationHead(tx);
	return head && installationHead ? { entry, log, head, installationHead } : null;
};

/** Whether a record's proof can be made. */
export const isSealed = async (tx: Tx, customerId: number, id: string): Promise<boolean> => (await placeOf(tx, customerId, id)) !== null;

/** The receipt of a record, made of what the database says now. @throws Refused 404, 409 not_sealed */
export const proveRecord = async (tx: Tx, { settings }: Pick<Kernel, 'settings'>, customerId: number, id: string): Promise<Proven> => {
	const row = await readForReceipt(tx, customerId, id);
	if (!row) throw refuse('not_found');
	const place = await placeOf(tx, customerId, id);
	if (!place) throw refuseProof('not_sealed');
	const { entry, log, head, installationHead } = place;
	const record = provenOf(customerId, row);
	const receipt: Receipt = {
		type: RECEIPT_TYPE,
		version: RECEIPT_VERSION,
		record: canonical(record),
		salt: hex(row.salt),
		leaf: hex(row.leaf),
		position: entry.position,
		inclusion: hexes(await inclusionProof(customerTiles(tx, customerId), entry.position, head.size)),
		head: head.note,
		keyId: head.key_id,
		installation: {
			position: head.position,
			inclusion: hexes(await inclusionProof(installationTiles(tx), head.position, installationHead.size)),
			head: installationHead.note,
		},
		shown: shownTo(row),
		address: logAddress(settings.publicUrl, log.log_id),
		consent: consentSummary(row, record, receiptAddress(settings.publicUrl, id, log.log_id)),
	};
	return { row, receipt, logId: log.log_id, head, installationHead };
};

/** The pictures that a receipt names. */
export const picturesOf = async (tx: Tx, customerId: number, { shown }: Receipt): Promise<Picture[]> =>
	shown === null ? [] : readPictures(tx, customerId, shown.folder, Object.keys(shown.pictures ?? {}));

/** Checks a receipt as an outsider would, with the keys published here; null when it holds, else the name of what does not. */
export const failureOf = async (tx: Tx, { secrets }: Pick<Kernel, 'secrets'>, receipt: Receipt): Promise<string | null> => {
	const keys = await allKeys(tx, secrets);
	const checked = checkReceipt(
		receipt,
		keys.map((key) => key.public_key),
	);
	return checked.ok ? null : (checked.checks.at(-1)?.name ?? 'form');
};

/** A log as proofs need it: its tiles and how many entries it has. */
export const sourceOf = async (tx: Tx, customerId: number | null) => {
	const log = customerId === null ? await readInstallation(tx) : await readLog(tx, customerId);
	return {
		size: log?.size ?? 0,
		origin: log?.origin ?? null,
		tiles: customerId === null ? installationTiles(tx) : customerTiles(tx, customerId),
	};
};

/** @throws Refused 422 unknown_size */
export const proveInclusion = async (tx: Tx, customerId: number | null, position: number, size: number) => {
	const log = await sourceOf(tx, customerId);
	if (size > log.size || position >= size) throw refuseProof('unknown_size');
	return {
		position,
		size,
		proof: hexes(await inclusionProof(log.tiles, position, size)),
		root: hex(await rootAt(log.tiles, size)),
	};
};

/** @throws Refused 422 unknown_size */
export const proveConsistency = async (tx: Tx, customerId: number | null, from: number, to: number) => {
	const log = await sourceOf(tx, customerId);
	if (to > log.size || from > to) throw refuseProof('unknown_size');
	return {
		from,
		to,
		proof: hexes(await consistencyProof(log.tiles, from, to)),
		fromRoot: hex(await rootAt(log.tiles, from)),
		toRoot: hex(await rootAt(log.tiles, to)),
	};
};
