/** What this wing does when a domain is to be deleted: its runs rest at once, and go on when it comes back; later everything of it goes. */
import type { ErasedPiece, Hooks, OfDomain } from '#kernel/hooks.ts';
import { row, sql, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { changeCampaignRun, holdCampaignRun, resumed } from '../runs/runs.ts';
import { countsOn, dropJourneys, dropRun, dropWritten } from './store.ts';

const ROWS = 2_000;
const RunRow = row({ run_id: uuid });

/** Nobody is written to for a domain that is off the lists; whoever was asked by somebody to stop or to rest stays so. */
const rest = async (tx: Tx, { customerId, domainId }: OfDomain): Promise<void> => {
	const open = await tx.rows(
		RunRow,
		sql`select run_id from campaign_run where customer_id = ${customerId} and domain_id = ${domainId} and state in ('waiting', 'preparing', 'sending')
		order by run_id`,
	);
	for (const { run_id: id } of open) {
		const run = await holdCampaignRun(tx, customerId, id);
		if (run && ['waiting', 'preparing', 'sending'].includes(run.state))
			await changeCampaignRun(tx, customerId, run, { state: 'paused', why: 'domain' });
	}
};

/** Those that rested for that alone go on. */
const goOn = async (tx: Tx, { customerId, domainId }: OfDomain): Promise<void> => {
	const resting = await tx.rows(
		RunRow,
		sql`select run_id from campaign_run where customer_id = ${customerId} and domain_id = ${domainId} and state = 'paused' and why = 'domain'
		order by run_id`,
	);
	for (const { run_id: id } of resting) {
		const run = await holdCampaignRun(tx, customerId, id);
		if (run) await changeCampaignRun(tx, customerId, run, { state: resumed(run), why: null });
	}
};

const piece = async (tx: Tx, { customerId, domainId }: OfDomain): Promise<ErasedPiece> => {
	const run = await dropRun(tx, customerId, domainId, ROWS);
	if (run) return { rows: run };
	const journeys = await dropJourneys(tx, customerId, domainId, ROWS);
	return Object.values(journeys).some((n) => n > 0) ? { rows: journeys } : dropWritten(tx, customerId, domainId);
};

/** Answers how to stop. */
export const hearOfDomains = (hooks: Hooks): (() => void)[] => [
	hooks.domainLeaves.on(rest),
	hooks.domainReturns.on(goOn),
	hooks.eraseDomain.on(piece),
	hooks.domainHolds.on(async (tx, { customerId, domainId }) => ({ lost: (await countsOn(tx, customerId, domainId)) ?? {} })),
];
