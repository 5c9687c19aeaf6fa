/** An officer with a purpose to import answers to, written straight into the database, and a file of many rows. */
import { createHash, randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import { newId } from '../../apps/server/src/kernel/clock.ts';
import type { Run } from '../../packages/contract/src/runs.ts';

export interface Officer {
	readonly customerId: number;
	readonly domainId: string;
	readonly cookie: string;
}

/** @param port of the program: its cookie's name carries it */
export const officer = async (owner: Client, customerId: number, port: number): Promise<Officer> => {
	const [domainId, purposeId, userId] = [newId(), newId(), newId()];
	const token = randomBytes(32).toString('base64url');
	const host = `import-${customerId}.localhost`;
	await owner.query('begin');
	await owner.query(`insert into customer (customer_id, name, status) values ($1, 'Bench', 1)`, [customerId]);
	await owner.query(`insert into domain (customer_id, domain_id, host, proven_by, proven_at) values ($1, $2, $3, 'admin', now())`, [
		customerId,
		domainId,
		host,
	]);
	await owner.query(`insert into directory (kind, key, customer_id) values ('domain', $2, $1), ('host', $3, $1)`, [
		customerId,
		domainId,
		host,
	]);
	await owner.query(`insert into purpose (customer_id, purpose_id, domain_id, name) values ($1, $2, $3, 'Club letter')`, [
		customerId,
		purposeId,
		domainId,
	]);
	await owner.query(`insert into purpose_version (customer_id, purpose_id, version, wording) values ($1, $2, 1, '{}')`, [
		customerId,
		purposeId,
	]);
	await owner.query('insert into app_user (id, email) values ($1, $2)', [userId, `bench-${customerId}@example.com`]);
	await owner.query('insert into user_customer (customer_id, user_id, is_customer_admin) values ($1, $2, true)', [customerId, userId]);
	await owner.query(`insert into session (id, user_id, context_key, expires_at) values ($1, $2, 'k', now() + interval '1 day')`, [
		createHash('sha256').update(token).digest(),
		userId,
	]);
	await owner.query('commit');
	return { customerId, domainId, cookie: `luvalla_session_${port}=${token}` };
};

/** Every so many rows one cannot be read. */
export const BAD_EVERY = 1000;

/** A CSV file of `rows` answers, each of another person. */
export const fileOf = (rows: number): Buffer => {
	const lines = ['email,purpose,value,at,source'];
	for (let n = 1; n <= rows; n++) {
		const value = n % BAD_EVERY === 0 ? 'perhaps' : n % 3 === 0 ? 'no' : 'yes';
		lines.push(`person${n}@example.com,Club letter,${value},2026-0${1 + (n % 9)}-15T10:00:00Z,"Old tool, list ${n % 50}"`);
	}
	return Buffer.from(lines.join('\n'));
};

const headersOf = ({ customerId, cookie }: Officer, url: string): Record<string, string> => ({
	cookie,
	origin: url,
	customer_key: String(customerId),
});

const answered = async (response: Response): Promise<Run> => {
	const body: unknown = await response.json();
	if (!response.ok || typeof body !== 'object' || body === null || !('data' in body))
		throw new Error(`The server answered ${response.status}: ${JSON.stringify(body)}`);
	return body.data as Run;
};

export const startImport = async (url: string, who: Officer, file: Buffer, dryRun = false): Promise<Run> => {
	const form = new FormData();
	form.set('file', new Blob([new Uint8Array(file)]), 'bench.csv');
	const path = `/api/audit/domain/people/import?domainId=${who.domainId}&dryRun=${dryRun}`;
	return answered(await fetch(`${url}${path}`, { method: 'POST', headers: headersOf(who, url), body: form }));
};

export const readRun = async (url: string, who: Officer, id: string): Promise<Run> =>
	answered(await fetch(`${url}/api/manage/runs/${id}`, { headers: headersOf(who, url) }));

export const cancelRun = async (url: string, who: Officer, id: string): Promise<Run> =>
	answered(await fetch(`${url}/api/manage/runs/${id}/cancel`, { method: 'POST', headers: headersOf(who, url) }));
