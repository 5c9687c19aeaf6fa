/** Everything that is kept of one person at one customer, as a file: for officers who answer a request, and for the person. */
import { now } from '#kernel/clock.ts';
import type { KeptPart } from '#kernel/hooks.ts';
import { jsonLines, objectWith } from '#kernel/http/json-file.ts';
import { mailsTo } from '#kernel/outbound/mail.ts';
import { BATCH, batches, type InTx } from '#kernel/storage/lists.ts';
import { bool, empty, instant, int, orNull, type RowOf, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { type KnownBy, knownSince, type Within } from '../../people/wing.ts';
import { everyHost } from '../../tenancy/wing.ts';
import { keptRequests } from '../signup/requests.ts';
import type { Present } from './present.ts';
import { type PurposeFacts, stands } from './purposes.ts';

const RecordRow = row({
	/** As text, so that nothing is lost of where the reading came to. */
	place: text,
	batch_position: int,
	id: uuid,
	choice_id: uuid,
	purpose_id: uuid,
	purpose_version: int,
	purpose: text,
	domain: text,
	category: text,
	value: bool,
	at: instant,
	received_at: instant,
	how: text,
	source: orNull(text),
	recorded_by: orNull(text),
	subject: orNull(text),
	language: text,
	gpc: bool,
	browser: text,
	device: text,
	country: orNull(text),
	network: orNull(text),
	tc_string: orNull(text),
	clock_skewed: bool,
	banner: orNull(text),
	banner_version: orNull(int),
	/** Hex. */
	leaf: text,
});
type RecordRow = RowOf<typeof RecordRow>;

/** Whose records, and which of them whoever asks may see; null: all. */
export interface WhoseRecords {
	readonly customerId: number;
	readonly members: readonly string[];
	readonly domainIds: readonly string[] | null;
	readonly subjects: ReadonlySet<string> | null;
}

const readRecords = (tx: Tx, { customerId, members, domainIds, subjects }: WhoseRecords, last: RecordRow | null): Promise<RecordRow[]> =>
	tx.rows(
		RecordRow,
		sql`select r.received_at::text as place, r.batch_position, r.id, r.choice_id, r.purpose_id, r.purpose_version, p.name as purpose, d.host as domain,
			r.category, r.value, r.at, r.received_at, r.how, r.source, r.recorded_by, r.subject, r.language, r.gpc, r.browser, r.device, r.country, i.network,
			r.tc_string, r.clock_skewed, coalesce(f.title, s.title) as banner, coalesce(f.version, s.version) as banner_version, encode(r.leaf, 'hex') as leaf
		from consent_record r
		join purpose p on p.customer_id = ${customerId} and p.purpose_id = r.purpose_id
		join ${everyHost(customerId)} d on d.domain_id = r.domain_id
		left join publication f on f.customer_id = ${customerId} and f.folder = r.configuration
		left join signup_publication s on s.customer_id = ${customerId} and s.folder = r.configuration
		left join consent_record_ip i on i.customer_id = ${customerId} and i.received_at = r.received_at and i.id = r.id
		where r.customer_id = ${customerId} and r.person = any(${members}::uuid[])
			${domainIds === null ? empty : sql`and r.domain_id = any(${domainIds}::uuid[])`}
			${subjects === null ? empty : sql`and r.subject = any(${[...subjects]}::text[])`}
			${last === null ? empty : sql`and (r.received_at, r.batch_position, r.id) < (${last.place}::timestamptz, ${last.batch_position}::int, ${last.id}::uuid)`}
		order by r.received_at desc, r.batch_position desc, r.id desc limit ${BATCH}`,
	);

const shownRecord = (found: RecordRow) => ({
	id: found.id,
	choiceId: found.choice_id,
	purpose: found.purpose,
	purposeId: found.purpose_id,
	purposeVersion: found.purpose_version,
	domain: found.domain,
	category: found.category,
	answer: found.value ? 'yes' : 'no',
	saidAt: found.at,
	receivedAt: found.received_at,
	how: found.how,
	source: found.source,
	recordedBy: found.recorded_by,
	saidAs: found.subject,
	language: found.language,
	globalPrivacyControl: found.gpc,
	browser: found.browser,
	device: found.device,
	country: found.country,
	network: found.network,
	tcString: found.tc_string,
	clockSkewed: found.clock_skewed,
	banner: found.banner,
	bannerVersion: found.banner_version,
	leaf: found.leaf,
});

/** What holds, by purpose, and the words that each purpose has had. */
const shownPurposes = (
	purposes: readonly PurposeFacts[],
	held: ReadonlyMap<string, Pick<Present, 'value' | 'recordAt' | 'purposeVersion'>>,
) =>
	purposes.map((purpose) => {
		const present = held.get(purpose.id);
		return {
			purposeId: purpose.id,
			purpose: purpose.name,
			domain: purpose.host,
			answer: present === undefined ? null : present.value ? 'yes' : 'no',
			saidAt: present?.recordAt ?? null,
			permitted: present?.value === true && stands(purpose, present.purposeVersion),
			versions: purpose.versions,
		};
	});

/** One person as it is put into the file. */
export interface KeptFile {
	/** Null where it is somebody else's, too, as far as anybody knows: who it is and since when is not the asker's alone. */
	readonly luvallaId: string | null;
	readonly whose: WhoseRecords;
	readonly customer: string;
	readonly identifiers: readonly KnownBy[];
	readonly purposes: readonly PurposeFacts[];
	readonly held: ReadonlyMap<string, Pick<Present, 'value' | 'recordAt' | 'purposeVersion'>>;
	/** Whose mails are theirs to see; none for a domain's own admin. */
	readonly mailed: readonly string[];
	readonly within: Within;
	/** What other wings keep. */
	readonly parts: readonly KeptPart[];
}

const shownIdentifier = ({ kind, value, addedAt, how, addedBy, confirmedAt }: KnownBy) => ({
	kind,
	value,
	addedAt,
	how,
	addedBy,
	confirmedAt,
});

/** The person as pieces of JSON. @param inTx a short transaction for each part that is read */
export async function* keptOf(inTx: InTx, kept: KeptFile): AsyncGenerator<string> {
	const { customerId } = kept.whose;
	const { since, mails, signUps } = await inTx(async (tx) => ({
		since: kept.within === null && kept.luvallaId !== null ? await knownSince(tx, customerId, kept.luvallaId) : null,
		mails: await mailsTo(tx, kept.mailed, customerId),
		signUps: await keptRequests(tx, customerId, kept.mailed),
	}));
	yield* objectWith(
		{
			customer: { id: customerId, name: kept.customer },
			...(kept.luvallaId !== null && { luvallaId: kept.luvallaId }),
			...(since !== null && { knownSince: since }),
			knownBy: kept.identifiers.map(shownIdentifier),
			purposes: shownPurposes(kept.purposes, kept.held),
			mails,
			signUps,
			...Object.assign({}, ...kept.parts.map(({ members }) => members)),
		},
		{
			records: jsonLines(recordsOf(inTx, kept.whose), shownRecord),
			...Object.fromEntries(kept.parts.flatMap(({ lists }) => Object.entries(lists).map(([name, read]) => [name, read(inTx)] as const))),
		},
	);
}

/** All records, the newest first, a short transaction a thousand. */
export const recordsOf = (inTx: InTx, whose: WhoseRecords): AsyncGenerator<RecordRow[]> =>
	batches<RecordRow>((last) => inTx((tx) => readRecords(tx, whose, last)));

/** `person-{id}-{day}.json` */
export const nameOfFile = (what: string): string => `${what}-${now().toISOString().slice(0, 10)}.json`;
