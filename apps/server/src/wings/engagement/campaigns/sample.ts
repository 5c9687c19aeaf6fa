/** People of a campaign and their messages as they would leave, for whoever looks at them before any is sent. */
import type { Kernel } from '#kernel/kernel.ts';
import { int4s } from '#kernel/storage/arrays.ts';
import { int, orNull, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import type { Within } from '../../people/wing.ts';
import type { ConnectorRow } from '../../profiles/wing.ts';
import { channelBy } from '../channels/all.ts';
import type { Dressed } from '../channels/channel.ts';
import { frozenIn } from '../channels/frozen.ts';
import { prepare } from '../contents/template.ts';
import type { Frozen, Made } from '../message.ts';
import type { Plan, PlanLane } from '../runs/plan.ts';
import { dressFor } from '../send/dress.ts';

/** Of one read. */
const BATCH = 500;

const PersonRow = row({ number: int, person: uuid, address: orNull(text) });

/** What a lane is looked at with. */
export interface Sampled {
	readonly kernel: Pick<Kernel, 'storage' | 'secrets' | 'settings' | 'hooks'>;
	readonly customerId: number;
	readonly plan: Plan;
	readonly lane: PlanLane;
	readonly connector: ConnectorRow | null;
	/** What is said, where it is not published yet; absent: the lane's version. */
	readonly frozen?: Frozen;
}

/** Somebody's message, made when it is asked for. @throws TemplateFailed */
export interface Sample {
	readonly to: Dressed;
	readonly make: () => Made;
}

/** Of those of these numbers who have an address. @param within whoever looks at it sees what people are known by on these domains; null: on all */
export async function* samplesOf(
	tx: Tx,
	{ kernel, customerId, plan, lane, connector, frozen }: Sampled,
	numbers: readonly number[],
	within: Within = null,
): AsyncGenerator<Sample> {
	if (numbers.length === 0) return;
	const channel = channelBy(lane.channel);
	const as = channel.as?.(kernel, customerId, connector) ?? ((made) => made);
	const make = prepare(frozen ?? (await frozenIn(tx, customerId, lane)));
	const sender = await channel.sender(kernel, customerId, plan.options.senderId);
	// Addresses in it are as long as those of a run.
	const dress = dressFor(kernel, { customerId, runId: plan.campaignId, rehearsal: true, plan, lane, part: 0 }, sender, within);
	for (let from = 0; from < numbers.length; from += BATCH) {
		const people = await tx.rows(
			PersonRow,
			sql`select p.number, p.person, a.value as address from person p
			left join profile f on f.customer_id = ${customerId} and f.person = p.person
			left join lateral (${channel.address.best(customerId, sql`= any(case when f.members is null then array[p.person] else f.members end)`)}) a (value) on true
			where p.customer_id = ${customerId} and p.number = any(${int4s(numbers.slice(from, from + BATCH))}::int[])`,
		);
		const dressed = await dress(
			people.flatMap(({ number, person, address }) =>
				address === null
					? []
					: [{ entry: number, at: new Date(0), number, person, address, tries: 0, kept: person, recordId: null, trackedId: null }],
			),
		);
		for (const to of dressed.values()) yield { to, make: () => as(make(to.language, to.facts, to.links), to, plan.isTransactional) };
	}
}
