/** The whole program is killed in the middle of scans: each of them is done anew or ends as failed with the reason; none hangs, none is kept twice. */
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startProgram } from '../../../../bench/lib/program.ts';
import { atLength } from '../../../../scripts/length.ts';
import { createLog } from '../../src/kernel/log.ts';
import { withOwner } from '../../src/kernel/storage/attach.ts';

const SECRET_KEY = 'a secret key of tests that is longer than 32';
const KILLS = atLength(2, 10);
const LATE_MS = 400_000;

it('a scan whose program is killed is done anew, or fails with the reason', async () => {
	const dataDir = mkdtempSync(join(tmpdir(), 'luvalla-scan-'));
	const start = () => startProgram({ port: 4194, dataDir, env: { SECRET_KEY, SAMPLE: 'on' } });
	const rows = <R extends object>(text: string): Promise<R[]> =>
		withOwner(
			{ databaseUrl: null, dataDir, secretKey: SECRET_KEY },
			createLog({ logLevel: 'warn' }),
			async (owner) => (await owner.query<R>(text)).rows,
		);
	interface Scan {
		scan_id: string;
		state: string;
		done: number;
		step: number;
		attempts: number;
		problem: unknown;
		whole: boolean;
		items: number;
	}
	const scans = () =>
		rows<Scan>(`select s.scan_id, r.state, r.done, r.step::int, (r.cursor ->> 'attempts')::int as attempts, s.problem,
			s.pages <> '[]' as whole, (select count(*)::int from (select distinct kind, name, host, body -> 'cookie' from cookie_scan_item i
				where i.customer_id = s.customer_id and i.scan_id = s.scan_id) d) as items
			from cookie_scan s join run r on r.customer_id = s.customer_id and r.run_id = s.scan_id order by s.created_at`);
	const isOver = ({ state }: Scan): boolean => state === 'done' || state === 'failed';
	const until = (look: () => Promise<boolean>): Promise<void> => expect.poll(look, { timeout: LATE_MS, interval: 250 }).toBe(true);
	let program = await start();
	try {
		for (let round = 0; round < KILLS; round++) {
			await rows(`update scan_site set next_at = now() where not exists (
				select 1 from run where kind = 'scan' and state in ('waiting', 'running'))`);
			// It goes after so many signs of life of the scan that is under way.
			const signs = randomInt(12);
			await until(async () => (await scans()).some((scan) => scan.state === 'running' && scan.step > signs));
			await program.kill(round % 2 === 0 ? 'every' : 'first');
			program = await start();
			// Who looks for runs that stand still waits half a minute: here it has passed.
			await rows(`update run set moved_at = moved_at - interval '1 minute' where kind = 'scan' and state in ('waiting', 'running')`);
		}
		await until(async () => (await scans()).every(isOver));
		const ended = await scans();
		for (const scan of ended) {
			if (scan.state === 'done') expect(scan).toMatchObject({ whole: true, problem: null });
			else
				expect(scan).toMatchObject({
					whole: false,
					problem: { en: expect.stringContaining('ended in the middle'), fi: expect.any(String) },
				});
			expect(scan.attempts).toBeLessThanOrEqual(5);
		}
		expect(ended.some(({ attempts }) => attempts > 1)).toBe(true);
		const twice = await rows(`select scan_id, body from cookie_scan_item group by customer_id, scan_id, body having count(*) > 1`);
		expect(twice).toEqual([]);
	} finally {
		await program.stop();
		rmSync(dataDir, { recursive: true, force: true });
	}
}, 1_800_000);
