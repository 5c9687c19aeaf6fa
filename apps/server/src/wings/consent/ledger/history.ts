/** What stands around a record: earlier and later answers, the wordings, and who wrote it down. */
import { bool, instant, int, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Storage, Tx } from '#kernel/storage/storage.ts';
import { userName } from '../../identity/wing.ts';
import { membersOf } from '../../people/wing.ts';
import { readDomain } from '../../tenancy/wing.ts';

/** Of one person and purpose; who changes their mind more often than this is not followed further. */
const MOST = 50;

const Answer = row({ id: uuid, value: bool, at: instant, how: text, version: int });

/** Newest first. Nobody is known to have given an anonymous answer, so nothing else is told of it. */
export const historyOf = async (
	tx: Tx,
	customerId: number,
	{
		id,
		at,
		value,
		how,
		purpose_id,
		purpose_version,
		person,
	}: {
		id: string;
		at: Date;
		value: boolean;
		how: string;
		purpose_id: string;
		purpose_version: number;
		person: string | null;
	},
) => {
	if (person === null) return [{ id, value, at, how, version: purpose_version }];
	const { members } = await membersOf(tx, customerId, person);
	return tx.rows(
		Answer,
		sql`select r.id, r.value, r.at, r.how, r.purpose_version as version from consent_record r
		where r.customer_id = ${customerId} and r.person = any(${members}::uuid[]) and r.purpose_id = ${purpose_id}
		order by r.at desc, r.batch_position desc limit ${MOST}`,
	);
};

const Wording = row({ version: int, created_at: instant, material: bool });

export const wordingsOf = (tx: Tx, customerId: number, purposeId: string) =>
	tx.rows(
		Wording,
		sql`select v.version, v.created_at, m.version is not null as material from purpose_version v
		left join purpose_material m on m.customer_id = ${customerId} and m.purpose_id = ${purposeId} and m.version = v.version
		where v.customer_id = ${customerId} and v.purpose_id = ${purposeId} order by v.version desc limit ${MOST}`,
	);

const Named = row({ name: text });

/** What `user:…`, `application:…` or `domain:…` is called; null once it is gone. */
export const recorderName = async (storage: Storage, customerId: number, by: string): Promise<string | null> => {
	const [, kind, id = ''] = /^((?:user|domain)(?=:[0-9a-f-]{36}$)|application):(.+)$/.exec(by) ?? [];
	if (kind === 'user') return storage.inPlatform((tx) => userName(tx, id));
	if (kind === 'domain') return (await storage.inTenant(customerId, (tx) => readDomain(tx, customerId, id)))?.host ?? null;
	if (kind !== 'application') return null;
	const [found] = await storage.inTenant(customerId, (tx) =>
		tx.rows(
			Named,
			sql`select coalesce(nullif(a.name, ''), a.client_name) as name from application a where a.customer_id = ${customerId} and (a.client_id = ${id} or a.application_id::text = ${id})`,
		),
	);
	return found?.name ?? null;
};
