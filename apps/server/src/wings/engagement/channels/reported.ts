/**
 * What the other side says of a message after it took it, whichever channel it went by: that it arrived, came back, or was unwanted; and
 * what it cost in the end. Said again it changes nothing.
 */
import { CHANNELS } from '@luvalla/contract/channels.ts';
import { now } from '#kernel/clock.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { said } from '#kernel/outbound/said.ts';
import { bool, instant, int, orNull, raw, row, sql, text } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { newPart, Tally } from '#kernel/tally/tally.ts';
import { complain } from '../leaving/leave.ts';
import { readLetter } from '../leaving/letter.ts';
import { DELIVERY_COUNT, keysOf, writeCounts } from '../runs/counts.ts';
import { putRight } from '../runs/paid.ts';
import { tellOfCampaigns } from '../runs/runs.ts';
import { type DeliveryKey, timeOf } from '../runs/token.ts';
import type { Channel } from './channel.ts';

export interface Reported {
	/**
	 * `delayed`: it is still tried. `returned`: it did not arrive and is not tried again. `unreachable`: nor will any other message to that
	 * address. `complained`: its reader called it unwanted, and is written to no more.
	 */
	readonly kind: 'arrived' | 'delayed' | 'returned' | 'unreachable' | 'complained';
	/** The other side's own words. */
	readonly said: string;
	/** What the message costs, in millionths of the currency, where that is known only now; heard of one that is settled. */
	readonly costMicros?: number;
}

const COLUMN = { arrived: 'arrived_at', returned: 'bounced_at', unreachable: 'bounced_at', complained: 'complained_at' } as const;
/** What it counts as in the sums of its run. */
const COUNTED = { arrived: 'arrived', returned: 'bounced', unreachable: 'bounced', complained: 'complained' } as const;

const MarkedRow = row({ address: orNull(text) });
const DoubtRow = row({ reason: text, settled_at: instant, cost: int, size: int, tracked: bool });
const CostRow = row({ more: int, settled_at: instant, state: text });

/** Call it under the customer's turn. Of a message that this customer never sent it says nothing. */
export const keepReported = async (
	tx: Tx,
	parts: Pick<Kernel, 'hooks' | 'secrets'>,
	{ address: to }: Pick<Channel, 'address'>,
	key: DeliveryKey,
	reported: Reported,
): Promise<void> => {
	const { customerId, runId } = key;
	const channel = CHANNELS.indexOf(key.channel);
	const { kind, costMicros } = reported;
	const letter = await readLetter(tx, key);
	if (!letter) return;
	const its = sql`customer_id = ${customerId} and at >= ${timeOf(runId)} and run_id = ${runId} and channel = ${channel} and entry = ${key.entry}`;
	const at = now();
	const tally = new Tally(DELIVERY_COUNT);
	const counts = keysOf(runId, channel);
	if (costMicros !== undefined) {
		const [cost] = await tx.rows(
			CostRow,
			sql`update delivery d set cost_micros = ${costMicros} from (select at, settled_at, state, coalesce(cost_micros, 0) as cost from delivery where ${its} and settled_at is not null for update) was
			where d.customer_id = ${customerId} and d.at = was.at and d.run_id = ${runId} and d.channel = ${channel} and d.entry = ${key.entry}
			returning (${costMicros} - was.cost)::int as more, was.settled_at, was.state`,
		);
		// Of what was not accepted nothing is counted; where it is now heard that it arrived, its cost is counted with it below.
		if (cost?.state === 'accepted') tally.add(counts('cost_micros'), cost.settled_at, cost.more);
	}
	// The other side's words often say the address: of somebody who is erased none are kept.
	const words = sql`case when address is not null then ${kind === 'complained' ? sql`said` : sql`${said(reported.said)}`} end`;
	if (kind === 'delayed') await tx.run(sql`update delivery set said = ${words} where ${its}`);
	else {
		const column = raw(COLUMN[kind]);
		const [marked] = await tx.rows(
			MarkedRow,
			sql`update delivery set ${column} = ${at}, said = ${words}
			where ${its} and ${column} is null returning address`,
		);
		if (marked) {
			tally.add(counts(COUNTED[kind]), at);
			if (kind === 'arrived') {
				// It was in doubt, and is no more: whoever tries those again leaves it out.
				const [sure] = await tx.rows(
					DoubtRow,
					sql`update delivery d set state = 'accepted', reason = null from (select at, coalesce(reason, '') as reason from delivery where ${its}
						and state = 'unknown' and settled_at is not null for update) was
					where d.customer_id = ${customerId} and d.at = was.at and d.run_id = ${runId} and d.channel = ${channel} and d.entry = ${key.entry}
					returning was.reason, d.settled_at, coalesce(d.cost_micros, 0)::int as cost, coalesce(d.size, 0) as size, d.tracked_id is not null as tracked`,
				);
				if (sure) {
					tally.add(counts('unknown', sure.reason), sure.settled_at, -1);
					tally.add(counts('accepted'), sure.settled_at);
					tally.add(counts('cost_micros'), sure.settled_at, sure.cost);
					tally.add(counts('size'), sure.settled_at, sure.size);
					if (sure.tracked) tally.add(counts('trackable'), sure.settled_at);
				}
			}
			if (kind === 'complained' && letter.reader) await complain(tx, parts, letter, letter.reader);
			if ((kind === 'complained' || kind === 'unreachable') && marked.address !== null) {
				await to.giveUp(tx, customerId, [marked.address], at);
				if (letter.reader) await parts.hooks.touched.tell(tx, { customerId, persons: [letter.reader.cluster.kept] });
			}
		}
	}
	await writeCounts(tx, customerId, newPart(), tally);
	if (letter.plan.charged) await putRight(tx, customerId, runId);
	await tellOfCampaigns(tx, customerId, letter.plan.domainId);
};
