/** The limit: the same rows into the same table by `INSERT … unnest` from one process, one connection, one batch after the other, no HTTP. */
import { randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import { newId } from '../../apps/server/src/kernel/clock.ts';
import type { Publication } from './publication.ts';

const INSERT = `insert into consent_record (customer_id, at, id, choice_id, domain_id, purpose_id, purpose_version, category, value, received_at,
		batch_position, how, configuration, configuration_hash, language, gpc, browser, device, clock_skewed, salt, leaf)
	select $1, at, id, choice_id, $2, $3, 1, 'statistics', value, now(), position, 'banner', $4, $5, 'fi', false, 'Chrome 140', 'desktop', false, salt, leaf
	from unnest($6::timestamptz[], $7::uuid[], $8::uuid[], $9::boolean[], $10::int[], $11::bytea[], $12::bytea[]) as g (at, id, choice_id, value, position, salt, leaf)`;

export interface Limit {
	rows: number;
	seconds: number;
}

export const insertBatches = async (client: Client, publication: Publication, batch: number, seconds: number): Promise<Limit> => {
	const started = performance.now();
	let rows = 0;
	while (performance.now() - started < seconds * 1000) {
		const columns: [string[], string[], string[], boolean[], number[], string[], string[]] = [[], [], [], [], [], [], []];
		for (let n = 0; n < batch; n++) {
			const id = newId();
			columns[0].push(new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toISOString());
			columns[1].push(id);
			columns[2].push(newId());
			columns[3].push(n % 2 === 0);
			columns[4].push(n);
			columns[5].push(`\\x${randomBytes(32).toString('hex')}`);
			columns[6].push(`\\x${randomBytes(32).toString('hex')}`);
		}
		await client.query({
			name: 'limit',
			text: INSERT,
			values: [publication.customerId, publication.domainId, publication.purposeId, publication.folder, publication.hash, ...columns],
		});
		rows += batch;
	}
	return { rows, seconds: (performance.now() - started) / 1000 };
};

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
