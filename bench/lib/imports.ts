/**
 * An officer with a purpose, written straight into the database, what they ask, and a file of many people on its way to be written
 * and taken back.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import { newId } from '../../apps/server/src/kernel/clock.ts';
import type { Upload } from '../../packages/contract/src/profiles/uploads.ts';
import type { Run } from '../../packages/contract/src/runs.ts';
import { firstVersion } from './purposes.ts';

export interface Officer {
	readonly customerId: number;
	readonly domainId: string;
	readonly purposeId: string;
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
	await firstVersion(owner, customerId, purposeId);
	await owner.query('insert into app_user (id, email) values ($1, $2)', [userId, `bench-${customerId}@example.com`]);
	await owner.query('insert into user_customer (customer_id, user_id, is_customer_admin) values ($1, $2, true)', [customerId, userId]);
	await owner.query(
		`insert into session (id, user_id, context_key, confirmed_at, expires_at) values ($1, $2, 'k', now() + interval '1 day', now() + interval '1 day')`,
		[createHash('sha256').update(token).digest(), userId],
	);
	await owner.query('commit');
	return { customerId, domainId, purposeId, cookie: `luvalla_session_${port}=${token}` };
};

/** Every so many rows one cannot be read. */
export const BAD_EVERY = 1000;

const HEAD = 'Asiakasnro,Email,Phone,First name,Last name,Street,Postal code,City,Country,Points,Last purchase,Club';

/** A CSV file of `rows` people in twelve columns. */
export const fileOf = (rows: number): Buffer => {
	const pieces: Buffer[] = [];
	let lines = [HEAD];
	for (let n = 1; n <= rows; n++) {
		const email = n % BAD_EVERY === 0 ? 'perhaps' : `person${n}@example.com`;
		const phone = `+35840${String(1_000_000 + n)}`;
		const day = `2026-0${1 + (n % 9)}-${String(1 + (n % 28)).padStart(2, '0')}`;
		lines.push(
			`A-${n},${email},${phone},Anna${n % 97},"Aalto, ${n % 89}",Kirkkokatu ${n % 200},20${String(n % 1000).padStart(3, '0')},Turku,FI,${n % 5000},${day},${n % 3 ? 'yes' : 'no'}`,
		);
		if (lines.length < 10_000) continue;
		pieces.push(Buffer.from(`${lines.join('\n')}\n`));
		lines = [];
	}
	return Buffer.concat([...pieces, Buffer.from(lines.join('\n'))]);
};

const headersOf = ({ customerId, cookie }: Officer, url: string): Record<string, string> => ({
	cookie,
	origin: url,
	customer_key: String(customerId),
});

const answered = async <T>(response: Response): Promise<T> => {
	const body: unknown = await response.json();
	if (!response.ok || typeof body !== 'object' || body === null || !('data' in body))
		throw new Error(`The server answered ${response.status}: ${JSON.stringify(body)}`);
	return body.data as T;
};

/** @param path below `/api/manage` */
export const post = async <T>(url: string, who: Officer, path: string, body: object = {}): Promise<T> =>
	answered(
		await fetch(`${url}/api/manage${path}`, {
			method: 'POST',
			headers: { ...headersOf(who, url), 'content-type': 'application/json' },
			body: JSON.stringify(body),
		}),
	);

export const storeFile = async (url: string, who: Officer, file: Buffer): Promise<Upload> => {
	const form = new FormData();
	form.set('users', new Blob([new Uint8Array(file)]), 'bench.csv');
	const headers = { ...headersOf(who, url), domain_key: who.domainId };
	return answered(await fetch(`${url}/api/manage/config/upload`, { method: 'POST', headers, body: form }));
};

/** A dry run by what the columns seem to be. */
export const startCheck = (url: string, who: Officer, { id, reading, columns }: Upload): Promise<Run> =>
	post(url, who, `/config/upload/check/${id}`, { reading, targets: columns.map(({ target }) => target) });

export const startImport = (url: string, who: Officer, checked: Run): Promise<Run> =>
	post(url, who, `/config/upload/checked/${checked.id}`);

export const startUndo = (url: string, who: Officer, written: Run): Promise<Run> =>
	post(url, who, `/config/upload/written/${written.id}/undo`);

/** @param path below `/api/manage` */
export const ask = async <T>(url: string, who: Officer, method: 'GET' | 'DELETE', path: string): Promise<T> =>
	answered(await fetch(`${url}/api/manage${path}`, { method, headers: headersOf(who, url) }));

/** @param path below `/api/manage` */
export const get = <T>(url: string, who: Officer, path: string): Promise<T> => ask(url, who, 'GET', path);

/** A file that the server makes. @param path below `/api/manage` */
export const readText = async (url: string, who: Officer, path: string): Promise<string> => {
	const response = await fetch(`${url}/api/manage${path}`, { headers: headersOf(who, url) });
	if (!response.ok) throw new Error(`The server answered ${response.status}: ${await response.text()}`);
	return response.text();
};

export const readRun = (url: string, who: Officer, id: string): Promise<Run> => get(url, who, `/runs/${id}`);

export const cancelRun = (url: string, who: Officer, id: string): Promise<Run> => post(url, who, `/runs/${id}/cancel`);
