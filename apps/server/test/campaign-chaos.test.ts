import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { campaignChaos } from '../../../bench/lib/campaign-chaos.ts';
import { atLength } from '../../../scripts/length.ts';
import { findSystemPostgres, type SystemPostgres, startSystemPostgres } from './fixtures/system-postgres.ts';

const bin = findSystemPostgres();

/** `npm run bench -- campaign-chaos` does twenty thousand. */
const PEOPLE = atLength(200, 600);
/** Slowly enough that some are left while a worker is killed and started again, which takes seconds. */
const PER_MINUTE = atLength(600, 1500);

/** Everybody has one terminal state, nobody was written to twice, and what is counted is what there is. */
const expectWhole = (result: Awaited<ReturnType<typeof campaignChaos>>): void => {
	expect(result).toMatchObject({ open: 0, unreasoned: 0, twice: 0, missing: 0, restarts: 1, differing: 0 });
	expect(result.counted).toEqual(result.states);
	const { accepted = 0, unknown = 0 } = result.states;
	expect(accepted).toBeLessThanOrEqual(result.inSink);
	expect(result.inSink).toBeLessThanOrEqual(accepted + unknown);
	expect(unknown).toBeLessThanOrEqual(result.dropped + result.inHand);
};

describe.runIf(bin !== null)('A campaign whose workers are killed and whose database is restarted', () => {
	let postgres: SystemPostgres;
	beforeAll(async () => {
		postgres = await startSystemPostgres(bin ?? '', { durable: true });
		await postgres.admin((client) => client.query('create database chaos'));
	});
	afterAll(() => postgres.stop());

	it('leaves everybody in one terminal state, and writes to nobody twice', async () => {
		const result = await campaignChaos(postgres, 'chaos', {
			people: PEOPLE,
			connections: 2,
			killEveryMs: 700,
			restarts: 1,
			drops: 0.01,
			port: 4740,
			perMinute: PER_MINUTE,
		});
		expectWhole(result);
		expect(result.kills).toBeGreaterThan(0);
	});

	const others: readonly (readonly ['webhook' | 'sms' | 'mobile', number])[] = [
		['webhook', 4742],
		['sms', 4744],
		['mobile', 4746],
	];
	it.each(atLength([], others))('does the same by %s, whose other side hangs up on one in ten', async (by, port) => {
		await postgres.admin((client) => client.query(`create database ${by}`));
		const result = await campaignChaos(postgres, by, {
			by,
			people: PEOPLE,
			connections: 2,
			killEveryMs: 700,
			restarts: 1,
			drops: 0.1,
			port,
			perMinute: PER_MINUTE,
		});
		expectWhole(result);
		expect([result.dropped > 0, result.kills > 0]).toEqual([true, true]);
	});
});
