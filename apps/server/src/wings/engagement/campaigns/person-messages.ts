/** What one person was sent: each message of a campaign to them, what became of it and what they did. */
import { channelAt } from '@luvalla/contract/channels.ts';
import { DELIVERY_STATES } from '@luvalla/contract/engagement/deliveries.ts';
import { MESSAGES_A_PERSON, type PersonMessage, personMessages } from '@luvalla/contract/engagement/person-messages.ts';
import { handleIn, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { int4s, uuids } from '#kernel/storage/arrays.ts';
import { instant, int, oneOf, orNull, type RowOf, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import { demandKnown } from '../../consent/wing.ts';
import { numbersBy } from '../../profiles/wing.ts';
import { createNames } from '../runs/token.ts';

const MessageRow = row({
	run_id: uuid,
	campaign_id: uuid,
	title: text,
	host: text,
	channel: int,
	entry: int,
	state: oneOf(DELIVERY_STATES),
	reason: orNull(text),
	settled_at: instant,
	record_id: orNull(uuid),
	opened_at: orNull(instant),
	clicked_at: orNull(instant),
	left_at: orNull(instant),
	complained_at: orNull(instant),
	arrived_at: orNull(instant),
	bounced_at: orNull(instant),
});

export const personMessageRoutes = ({ storage, secrets }: Pick<Kernel, 'storage' | 'secrets'>): Route[] => {
	const names = createNames(secrets, 'lists');
	const iso = (at: Date | null): string | null => at?.toISOString() ?? null;
	const shown = (customerId: number, one: RowOf<typeof MessageRow>): PersonMessage => ({
		id: names.nameOf({ customerId, runId: one.run_id, channel: channelAt(one.channel), entry: one.entry }),
		campaignId: one.campaign_id,
		campaign: one.title,
		channel: one.channel,
		domain: one.host,
		state: one.state,
		reason: one.reason,
		at: one.settled_at.toISOString(),
		recordId: one.record_id,
		openedAt: iso(one.opened_at),
		clickedAt: iso(one.clicked_at),
		leftAt: iso(one.left_at),
		complainedAt: iso(one.complained_at),
		arrivedAt: iso(one.arrived_at),
		bouncedAt: iso(one.bounced_at),
	});
	return [
		handleIn(storage.inTenant, personMessages, async (tx, { params, scope }) => {
			const { customerId } = scope;
			const { members } = await demandKnown(tx, scope, params.id);
			const numbers = [...(await numbersBy(tx, customerId, members)).values()];
			const domains = scope.domainId !== null ? [scope.domainId] : scope.domains === 'all' ? null : [...scope.domains];
			const first = (kind: 'open' | 'click') =>
				sql`(select f.at from delivery_first f where f.customer_id = ${customerId} and f.run_id = d.run_id and f.channel = d.channel
					and f.entry = d.entry and f.kind = ${kind})`;
			// By the index of a person's own deliveries, each number for itself: nobody has many.
			const rows = await tx.rows(
				MessageRow,
				sql`select d.run_id, r.campaign_id, r.plan ->> 'title' as title, r.plan ->> 'host' as host, d.channel::int as channel, d.entry,
					d.state, d.reason, d.settled_at, d.record_id, ${first('open')} as opened_at, ${first('click')} as clicked_at,
					d.left_at, d.complained_at, d.arrived_at, d.bounced_at
				from delivery d join campaign_run r on r.customer_id = ${customerId} and r.run_id = d.run_id and r.kind = 'real'
				where d.customer_id = ${customerId} and d.number = any(${int4s(numbers)}::int[]) and d.settled_at is not null
					and (${domains === null}::boolean or r.domain_id = any(${uuids(domains ?? [])}::uuid[]))
				order by d.settled_at desc limit ${MESSAGES_A_PERSON + 1}::int`,
			);
			return { messages: rows.slice(0, MESSAGES_A_PERSON).map((one) => shown(customerId, one)), more: rows.length > MESSAGES_A_PERSON };
		}),
	];
};
