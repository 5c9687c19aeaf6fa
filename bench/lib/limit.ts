/**
 * The limit: a plain HTTP server that reads the same requests and writes the same rows into the same table, and nothing else: no permission,
 * purpose, limit, signature or judgement. Requests that came while an insert was under way go with the next one. A process of its own.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { z } from 'zod';
import { createSecrets } from '../../apps/server/src/kernel/secrets.ts';
import { externalServer } from '../../apps/server/src/kernel/storage/roles.ts';
import type { Publication } from './publication.ts';

const INSERT = `insert into consent_record (customer_id, at, id, choice_id, domain_id, purpose_id, purpose_version, category, value, received_at,
		batch_position, how, configuration, configuration_hash, language, gpc, browser, device, clock_skewed, salt, leaf)
	select $1, at, id, choice_id, $2, $3, 1, 'statistics', value, now(), position, 'banner', $4, decode($5, 'hex'), 'fi', false, 'Chrome 140', 'desktop', false, salt, leaf
	from unnest($6::timestamptz[], $7::uuid[], $8::uuid[], $9::boolean[], $10::int[], $11::bytea[], $12::bytea[]) as g (at, id, choice_id, value, position, salt, leaf)`;

const Order = z.object({
	port: z.int(),
	url: z.string(),
	secretKey: z.string(),
	publication: z.object({ customerId: z.int(), domainId: z.string(), purposeId: z.string(), folder: z.string(), hash: z.string() }),
});

interface Sent {
	readonly id: string;
	readonly choiceId: string;
	readonly at: string;
	readonly value: boolean;
}

const ANSWER = '{"data":{"stored":1}}';
const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'content-length': String(ANSWER.length) };

const serve = async ({ port, url, secretKey, publication }: z.output<typeof Order>): Promise<void> => {
	const client = new Client(externalServer(url, createSecrets(secretKey)).as('owner'));
	await client.connect();
	let waiting: { sent: Sent; response: ServerResponse }[] = [];
	let writes = false;
	const write = async (): Promise<void> => {
		if (writes) return;
		writes = true;
		while (waiting.length > 0) {
			const batch = waiting;
			waiting = [];
			const of = <T>(pick: (sent: Sent, n: number) => T): T[] => batch.map(({ sent }, n) => pick(sent, n));
			const random = (): string => `\\x${randomBytes(32).toString('hex')}`;
			await client.query({
				name: 'limit',
				text: INSERT,
				values: [
					publication.customerId,
					publication.domainId,
					publication.purposeId,
					publication.folder,
					publication.hash,
					of(({ at }) => at),
					of(({ id }) => id),
					of(({ choiceId }) => choiceId),
					of(({ value }) => value),
					of((_, n) => n),
					of(random),
					of(random),
				],
			});
			for (const { response } of batch) response.writeHead(200, HEADERS).end(ANSWER);
		}
		writes = false;
	};
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => void chunks.push(chunk));
		request.on('end', () => {
			const { records } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { records: Sent[] };
			for (const sent of records) waiting.push({ sent, response });
			void write();
		});
	});
	server.listen(port, '127.0.0.1', () => process.send?.('ready'));
};

export interface Limit {
	readonly pid: number;
	stop(): Promise<void>;
}

/** Starts it over this database. @param order without the port it could not be found */
export const startLimit = async (order: { port: number; url: string; secretKey: string; publication: Publication }): Promise<Limit> => {
	const child: ChildProcess = fork(fileURLToPath(import.meta.url), { stdio: 'inherit' });
	const { hash, ...publication } = order.publication;
	child.send({ ...order, publication: { ...publication, hash: hash.toString('hex') } });
	await once(child, 'message');
	return {
		pid: child.pid ?? 0,
		async stop() {
			child.kill('SIGTERM');
			await once(child, 'exit');
		},
	};
};

if (process.send !== undefined && process.argv[1] === fileURLToPath(import.meta.url)) {
	process.once('message', (message) => serve(Order.parse(message)));
	process.once('disconnect', () => process.exit(0));
}

/** Stored records of an earlier year and a half, spread over the customer's domain as time would. */
export const fillTo = async (client: Client, publication: Publication, total: number): Promise<void> => {
	const { rows } = await client.query<{ n: number }>('select count(*) as n from consent_record');
	const missing = total - (rows[0]?.n ?? 0);
	const at = `date_trunc('milliseconds', now() - (n % 40000000) * interval '1 millisecond')`;
	for (let done = 0; done < missing; done += 250_000) {
		await client.query(
			`insert into consent_record (customer_id, at, id, choice_id, domain_id, purpose_id, purpose_version, category, value, received_at, batch_position, how,
				configuration, configuration_hash, language, gpc, browser, device, clock_skewed, salt, leaf)
			 select $1, ${at}, (lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid,
				gen_random_uuid(), $2, $3, 1, 'statistics', true, ${at}, 0, 'banner', $4, $5, 'fi', false, 'Chrome 140', 'desktop', false, sha256(n::text::bytea), sha256(('l' || n)::bytea)
			 from generate_series($6::int, $7::int) n`,
			[
				publication.customerId,
				publication.domainId,
				publication.purposeId,
				publication.folder,
				publication.hash,
				done,
				Math.min(done + 250_000, missing) - 1,
			],
		);
	}
	await client.query('vacuum analyze consent_record');
};
