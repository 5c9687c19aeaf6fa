/**
 * Memory of a no: when a person is erased, a keyed hash of each identifier and purpose refused stays, so that a yes from before
 * does not come back by API, file or officer. Nobody reads an address out of it; whoever has the address can ask.
 */
import type { Identifier } from '@luvalla/contract/people/identifiers.ts';
import type { Secrets } from '#kernel/secrets.ts';
import { byteas } from '#kernel/storage/arrays.ts';
import { bytes, instant, int, row, sql } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { wordOf } from '../persons/naming.ts';

/** An identifier and a purpose refused. */
export interface Objection {
	readonly identifier: Identifier;
	readonly purposeId: string;
}

const hasher =
	(secrets: Pick<Secrets, 'hmac'>, customerId: number) =>
	({ identifier, purposeId }: Objection): Buffer =>
		secrets
			.hmac('objections')
			.update(`${customerId}\n${wordOf(identifier)}\n${purposeId}`)
			.digest();

const HashRow = row({ hash: bytes });

/** Remembers these, under the id of what took away the answers themselves; answers of each whether it is new. @param until a yes said later is a new one */
export const rememberEach = async (
	tx: Tx,
	secrets: Pick<Secrets, 'hmac'>,
	customerId: number,
	objections: readonly Objection[],
	{ erasure, until }: { erasure: string; until: Date },
): Promise<boolean[]> => {
	if (objections.length === 0) return [];
	const hashes = objections.map(hasher(secrets, customerId));
	const rows = await tx.rows(
		HashRow,
		sql`insert into person_objection (customer_id, hash, erasure, until)
		select ${customerId}, h, ${erasure}, ${until} from unnest(${byteas(hashes)}::bytea[]) h
		on conflict do nothing returning hash`,
	);
	const fresh = new Set(rows.map(({ hash }) => hash.toString('hex')));
	return hashes.map((hash) => fresh.delete(hash.toString('hex')));
};

/** The same; answers how many are new. */
export const rememberObjections = async (...of: Parameters<typeof rememberEach>): Promise<number> =>
	(await rememberEach(...of)).filter((isNew) => isNew).length;

const Any = row({ one: int });
const RememberedRow = row({ hash: bytes, until: instant });

/** Whether the customer remembers any at all, or anybody who stopped everything; mostly nobody does. */
export const remembersAny = async (tx: Tx, customerId: number): Promise<boolean> =>
	(
		await tx.rows(
			Any,
			sql`select 1 as one where exists (select 1 from person_objection where customer_id = ${customerId})
				or exists (select 1 from person_stop where customer_id = ${customerId})`,
		)
	).length > 0;

/** For each of these until when a yes does not hold; null where nothing is remembered. */
export const readObjections = async (
	tx: Tx,
	secrets: Pick<Secrets, 'hmac'>,
	customerId: number,
	asked: readonly Objection[],
): Promise<(Date | null)[]> => {
	const hashes = asked.map(hasher(secrets, customerId));
	const rows = await tx.rows(
		RememberedRow,
		sql`select hash, max(until) as until from person_objection
		where customer_id = ${customerId} and hash = any(${byteas(hashes)}::bytea[]) group by hash`,
	);
	const kept = new Map(rows.map(({ hash, until }) => [hash.toString('hex'), until]));
	return hashes.map((hash) => kept.get(hash.toString('hex')) ?? null);
};

/** Forgets these, whatever left them. */
export const dropObjectionsTo = (
	tx: Tx,
	secrets: Pick<Secrets, 'hmac'>,
	customerId: number,
	objections: readonly Objection[],
): Promise<number> =>
	tx.run(sql`delete from person_objection where customer_id = ${customerId}
			and hash = any(${byteas(objections.map(hasher(secrets, customerId)))}::bytea[])`);

/** Forgets what one erasure left; answers how many there were. */
export const dropObjections = (tx: Tx, customerId: number, erasure: string): Promise<number> =>
	tx.run(sql`delete from person_objection where customer_id = ${customerId} and erasure = ${erasure}`);
