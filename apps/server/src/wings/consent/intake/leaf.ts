/** What the proof stands on: SHA-256 over a record's own salt and its canonical JSON. */
import { hash } from 'node:crypto';
import { randomOf } from '#kernel/random.ts';

/** Everything of a record that is proven: no salt, no address. Instants are ISO 8601 in UTC, hashes hex. */
export interface ProvenRecord {
	readonly customerId: number;
	readonly id: string;
	readonly choiceId: string;
	readonly domainId: string;
	readonly purposeId: string;
	readonly purposeVersion: number;
	readonly category: string;
	readonly value: boolean;
	readonly at: string;
	readonly receivedAt: string;
	readonly batchPosition: number;
	readonly how: string;
	/** Null where nothing of ours was shown: an answer given elsewhere. */
	readonly configuration: string | null;
	readonly configurationHash: string | null;
	readonly language: string;
	readonly gpc: boolean;
	readonly browser: string;
	readonly device: string;
	readonly country: string | null;
	readonly tcString: string | null;
	readonly clockSkewed: boolean;
	/**
	 * These four stand only in records of known people and are otherwise absent from the canonical form too, so that the leaves
	 * of records from before there were any stay what they are. `person` is the luvallaId, `subject` how the person was named
	 * (`email:anna@example.com`), `by` who wrote it down (`user:…`, `application:…`).
	 */
	readonly person?: string | undefined;
	readonly subject?: string | undefined;
	readonly source?: string | undefined;
	readonly by?: string | undefined;
}

/**
 * Canonical JSON after RFC 8785 for a flat object of strings, booleans, integers and nulls: keys in UTF-16 order, no
 * white space, strings as JSON.stringify writes them. The literal below is in that order (a test holds it to it):
 * sorting the keys of every record costs five times as much.
 */
export const canonical = (record: ProvenRecord): string =>
	JSON.stringify({
		at: record.at,
		batchPosition: record.batchPosition,
		browser: record.browser,
		by: record.by,
		category: record.category,
		choiceId: record.choiceId,
		clockSkewed: record.clockSkewed,
		configuration: record.configuration,
		configurationHash: record.configurationHash,
		country: record.country,
		customerId: record.customerId,
		device: record.device,
		domainId: record.domainId,
		gpc: record.gpc,
		how: record.how,
		id: record.id,
		language: record.language,
		person: record.person,
		purposeId: record.purposeId,
		purposeVersion: record.purposeVersion,
		receivedAt: record.receivedAt,
		source: record.source,
		subject: record.subject,
		tcString: record.tcString,
		value: record.value,
	} satisfies ProvenRecord);

export const leafOf = (salt: Buffer, record: ProvenRecord): Buffer =>
	hash('sha256', Buffer.concat([salt, Buffer.from(canonical(record), 'utf8')]), 'buffer');

/** 256 fresh random bits. */
export const newSalt = (): Buffer => randomOf(32);
