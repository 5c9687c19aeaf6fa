/**
 * Who is next in a queue: customers take turns, so that one who has a hundred thousand jobs waiting delays nobody else by more
 * than what is under way. The library's own fetch is first come, first served; its jobs, their tries and their ends stay its own.
 */
import type { Storage } from '../storage/storage.ts';

/** A job that is this process's to work on. */
export interface Claimed {
	readonly id: string;
	readonly data: unknown;
	/** Tells this claim from a later one of the same job. */
	readonly retryCount: number;
	readonly expireInSeconds: number;
	/** Whose it is: a customer's number, or '' where it is the installation's own. */
	readonly customer: string;
}

export interface Turn {
	readonly queue: string;
	/** How many at most. */
	readonly most: number;
	/** The customer who had the last turn: others come before. */
	readonly after: string;
	/** How many of a customer's may be under way at once, here. */
	readonly each: number;
	/** How many are. */
	readonly under: ReadonlyMap<string, number>;
}

/**
 * Queue and customer as the index `job_turns` has them (storage/queue.ts). The queue is an expression, so that no other index
 * fits: a queue that fills faster than its statistics looks empty to the planner, which would then sort all of it.
 */
const QUEUE = `(j.name || '')`;
const WHO = `coalesce(j.group_id, '')`;
const DUE = `${QUEUE} = $1 and j.state < 'active' and not j.blocked and j.start_after <= pgboss.job_now() and ${WHO} <> all($4::text[])`;
/** The next customer by name; each is one look into the index, however many jobs lie between. */
const nextWho = (after: string): string =>
	`select ${WHO} as who from pgboss.job_common j where ${DUE} and ${WHO} ${after} order by ${WHO} limit 1`;

/**
 * Customers with something due, from the one after the last, as many as there are places; of each its share, the earliest
 * first. Costs a millisecond or two whatever waits (bench/jobs.ts).
 */
const CLAIM = `
with recursive
later (who) as ((${nextWho('> $3')}) union all select (${nextWho('> l.who')}) from later l where l.who is not null),
sooner (who) as ((${nextWho(`>= ''`)}) union all select (${nextWho('> s.who')}) from sooner s where s.who is not null),
turns as materialized (
	select who, row_number() over () as place from (
		(select who from later where who is not null limit $2)
		union all (select who from sooner where who is not null and who <= $3 limit $2)
		limit $2
	) t
),
share as materialized (select ceil($2::numeric / greatest(count(*), 1))::int as each from turns),
picked as materialized (
	select p.id, t.place from turns t cross join lateral (
		select d.id, row_number() over () as nth from (
			select j.id from pgboss.job_common j where ${DUE} and ${WHO} = t.who order by j.start_after
			limit least((select each from share), case when t.who = '' then $2 else $5::int - coalesce(($6::jsonb ->> t.who)::int, 0) end)
			for update skip locked
		) d
	) p
	order by p.nth, t.place limit $2
)
update pgboss.job_common j set state = 'active', started_on = pgboss.job_now(), heartbeat_on = pgboss.job_now(),
	retry_count = case when j.started_on is not null then j.retry_count + 1 else j.retry_count end
where j.name = $1 and j.id = any(array(select id from picked))
returning j.id, j.data, j.retry_count as "retryCount", j.expire_seconds as "expireInSeconds", ${WHO} as customer`;

/** Takes up what is due, in turns. */
export const claimTurns = async (queue: Storage['queue'], { queue: name, most, after, each, under }: Turn): Promise<Claimed[]> => {
	const full = [...under].flatMap(([customer, n]) => (customer !== '' && n >= each ? [customer] : []));
	const { rows } = await queue.prepared('claim_turns', CLAIM, [name, most, after, full, each, JSON.stringify(Object.fromEntries(under))]);
	return rows as Claimed[];
};

/** Queues in which something is due: what a second try or a later date waits for, and what the news of a moment missed. */
export const queuesDue = async (queue: Storage['queue'], names: readonly string[]): Promise<string[]> => {
	const { rows } = await queue.executeSql(
		`select q.name from unnest($1::text[]) q (name) where exists (
			select 1 from pgboss.job_common j where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= pgboss.job_now())`,
		[[...names]],
	);
	return (rows as { name: string }[]).map(({ name }) => name);
};

/**
 * The database's clock was ahead and was set back: schedules would stand still, and jobs wait, until it has come there again. A minute's
 * difference is none, so that this writes nothing else.
 */
const SET_BACK = `
with back as (
	update pgboss.version set cron_on = pgboss.job_now() - interval '1 minute', flow_on = null
	where cron_on > pgboss.job_now() + interval '1 minute' returning true
), looks as (
	update pgboss.queue set monitor_claim_on = null, maintain_on = null where exists (select from back)
)
update pgboss.job_common set created_on = pgboss.job_now(), singleton_on = null, started_on = least(started_on, pgboss.job_now()),
	start_after = start_after - (created_on - pgboss.job_now())
where exists (select from back) and created_on > pgboss.job_now()`;

/** Whoever waits for a time that the clock has gone back from waits no longer for it. */
export const followClock = async (queue: Storage['queue']): Promise<void> => void (await queue.executeSql(SET_BACK, []));
