/** The daily run of the self-check: takes in stragglers, keeps what was found, and tells of it. */
import { Finding, InstallationCheck, type SelfCheck } from '@luvalla/contract/consent/proof.ts';
import * as z from 'zod';
import { newId, now } from '#kernel/clock.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { keepFact, readFact } from '#kernel/storage/facts.ts';
import { instant, int, json, type RowOf, row, sql, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { appendCustomer, customersWithLogs, readLog, stragglers } from './append.ts';
import { checkInstallation, checkLog } from './check.ts';
import { tellFindings, tellInstallationFindings } from './tell.ts';
import { TreeDamaged } from './tree.ts';

/** Findings that are listed; more are counted. */
const MOST_LISTED = 100;

const CheckRow = row({
	check_id: uuid,
	started_at: instant,
	ended_at: instant,
	size: int,
	heads: int,
	found: int,
	findings: json(z.array(Finding)),
});
type CheckRow = RowOf<typeof CheckRow>;

const shown = (row: CheckRow): SelfCheck => ({
	id: row.check_id,
	startedAt: row.started_at.toISOString(),
	endedAt: row.ended_at.toISOString(),
	size: row.size,
	heads: row.heads,
	found: row.found,
	findings: row.findings,
});

const Count = row({ n: int });

/** A page of checks, newest first. */
export const listChecks = async (
	tx: Tx,
	customerId: number,
	offset: number,
	limit: number,
): Promise<{ rows: SelfCheck[]; total: number }> => {
	const rows = await tx.rows(
		CheckRow,
		sql`select check_id, started_at, ended_at, size, heads, found, findings from ledger_check
		where customer_id = ${customerId} order by check_id desc offset ${offset} limit ${limit}`,
	);
	const count = await tx.first(Count, sql`select count(*)::int as n from ledger_check where customer_id = ${customerId}`);
	return { rows: rows.map(shown), total: count?.n ?? 0 };
};

const LateRow = row({ position: int, record_id: uuid });

/** Their places, now that they have some. */
const lateOnes = async (tx: Tx, customerId: number, ids: readonly string[]): Promise<Finding[]> => {
	const rows = await tx.rows(
		LateRow,
		sql`select position, record_id from ledger_entry where customer_id = ${customerId} and record_id = any(${ids}) order by position`,
	);
	return rows.map((row) => ({ kind: 'late', position: row.position, recordId: row.record_id, other: null }));
};

/** Checks a customer's log now; null when there is none. What is found is kept, logged as an error and mailed. */
export const selfCheck = async (kernel: Kernel, customerId: number): Promise<SelfCheck | null> => {
	const { storage, log } = kernel;
	const startedAt = now();
	const late = await storage.inTenant(customerId, async (tx) =>
		(await readLog(tx, customerId)) ? stragglers(tx, customerId, MOST_LISTED) : null,
	);
	if (late === null) return null;
	try {
		await appendCustomer(kernel, customerId, true);
	} catch (error) {
		// A damaged tree takes nothing in; where it is damaged, and what else there is, the check says.
		if (!(error instanceof TreeDamaged)) throw error;
		log.error('records could not be sealed', { customerId, error });
	}
	const checked = await storage.inTenant(customerId, async (tx) => {
		// One picture of everything, whatever is appended meanwhile.
		await tx.run(sql`set transaction isolation level repeatable read`);
		const { size, heads, findings } = await checkLog(tx, kernel.secrets, customerId);
		return {
			size,
			heads,
			findings: [
				...findings,
				...(await lateOnes(
					tx,
					customerId,
					late.map(({ id }) => id),
				)),
			],
		};
	});
	const row: CheckRow = {
		check_id: newId(),
		started_at: startedAt,
		ended_at: now(),
		size: checked.size,
		heads: checked.heads,
		found: checked.findings.length,
		findings: checked.findings.slice(0, MOST_LISTED),
	};
	await storage.inTenant(customerId, async (tx) => {
		await tx.run(sql`insert into ledger_check (customer_id, check_id, started_at, ended_at, size, heads, found, findings)
				values (${customerId}, ${row.check_id}, ${row.started_at}, ${row.ended_at}, ${row.size}, ${row.heads}, ${row.found},
				${JSON.stringify(row.findings)})`);
		if (row.found > 0) await tellFindings(tx, kernel, customerId, shown(row));
	});
	for (const one of row.findings) log.error('the ledger is not what it was', { customerId, ...one });
	return shown(row);
};

/** Where the last self-check of the installation's own log is kept. */
const INSTALLATION_CHECK = 'ledger_check';

/** Null before the first. */
export const readInstallationCheck = async (tx: Tx): Promise<InstallationCheck | null> => {
	const kept = await readFact(tx, INSTALLATION_CHECK);
	return kept === null ? null : (InstallationCheck.safeParse(JSON.parse(kept)).data ?? null);
};

/** Checks the installation's own log now; what is found is kept, logged as an error and mailed to the platform's admins. */
export const selfCheckInstallation = async (
	kernel: Pick<Kernel, 'storage' | 'secrets' | 'log' | 'jobs' | 'settings'>,
): Promise<InstallationCheck> => {
	const { storage, secrets, log } = kernel;
	const startedAt = now().toISOString();
	const { size, heads, findings } = await storage.inPlatform(async (tx) => {
		await tx.run(sql`set transaction isolation level repeatable read`);
		return checkInstallation(tx, secrets);
	});
	const check: InstallationCheck = {
		startedAt,
		endedAt: now().toISOString(),
		size,
		heads,
		found: findings.length,
		findings: findings.slice(0, MOST_LISTED),
	};
	await storage.inPlatform(async (tx) => {
		await keepFact(tx, INSTALLATION_CHECK, JSON.stringify(check));
		if (check.found > 0) await tellInstallationFindings(tx, kernel, check);
	});
	for (const one of check.findings) log.error('the installation’s log is not what it was', { ...one });
	return check;
};

const failedFact = (customerId: number): string => `ledger_check_failed_${customerId}`;

/** Whoever waits for a check learns that it broke off. */
export const noteFailedCheck = async ({ storage }: Pick<Kernel, 'storage'>, customerId: number): Promise<void> => {
	await storage.inPlatform((tx) => keepFact(tx, failedFact(customerId), now().toISOString()));
};

/** When the last check broke off, where none has ended since. */
export const failedCheckAt = async (tx: Tx, customerId: number, last: SelfCheck | undefined): Promise<string | null> => {
	const at = await readFact(tx, failedFact(customerId));
	return at !== null && (last === undefined || at > last.endedAt) ? at : null;
};

/** The job of checking one log; null stands for the installation's. */
export const CHECK = 'ledger-check-one';
export const CheckJob = z.object({ customerId: z.int().nullable() });
/** Hundreds of millions of records. */
const LONGEST_SECONDS = 6 * 3600;

/** One customer's log, as soon as a worker has time. */
export const checkSoon = ({ storage, jobs }: Pick<Kernel, 'storage' | 'jobs'>, customerId: number): Promise<void> =>
	storage.inPlatform(async (tx) => {
		await jobs.send(tx, CHECK, { customerId }, { customerId, expireInSeconds: LONGEST_SECONDS, retryLimit: 2 });
	});

/** One job a log, so that a long one is not taken for lost and a broken one keeps no other from being checked. */
export const sendChecks = async ({ storage, jobs }: Pick<Kernel, 'storage' | 'jobs'>): Promise<void> => {
	const logs = await customersWithLogs(storage.across);
	await storage.inPlatform(async (tx) => {
		for (const customerId of [null, ...logs])
			await jobs.send(tx, CHECK, { customerId }, { customerId, expireInSeconds: LONGEST_SECONDS, retryLimit: 2 });
	});
};
