/**
 * What the dashboard and each report cost a customer with a long history: every call for one with a million events and a million records of
 * consents, and beside it, call by call, for one with fifty times as many. `npm run bench -- reports [MILLIONS OF RAW ROWS]`. Needs a
 * system PostgreSQL.
 *
 * Of the small customer every row is there and its roll-ups are the sums of them. Of the large one the roll-ups are those of fifty million
 * of each, in every minute, quarter, hour and day of a year; of raw rows there are as many as the argument says (5: a machine's time and
 * disk), and since nothing that is counted reads them, but for the tail that stands in no roll-up, that is as long for both.
 */
import type { Client } from 'pg';
import type { Scope } from '../apps/server/src/kernel/access/decide.ts';
import { newId } from '../apps/server/src/kernel/clock.ts';
import { createLog } from '../apps/server/src/kernel/log.ts';
import { createSecrets } from '../apps/server/src/kernel/secrets.ts';
import { connectStorage } from '../apps/server/src/kernel/storage/connect.ts';
import { externalServer } from '../apps/server/src/kernel/storage/roles.ts';
import { int, row, sql } from '../apps/server/src/kernel/storage/rows.ts';
import { migrateExternal, type Storage, type Tx } from '../apps/server/src/kernel/storage/storage.ts';
import { countChannels } from '../apps/server/src/wings/insight/channels/calls.ts';
import { activitiesOf } from '../apps/server/src/wings/insight/costs/calls.ts';
import { countConsents, countEvents } from '../apps/server/src/wings/insight/counts/calls.ts';
import { happenedTo } from '../apps/server/src/wings/insight/person-events/calls.ts';
import { findSystemPostgres, startSystemPostgres } from '../apps/server/test/fixtures/system-postgres.ts';
import { spreadOf, writeResult } from './lib/result.ts';

const MILLION = 1_000_000;
const SMALL = MILLION;
const LARGE = 50 * MILLION;
/** Raw rows of the large one. */
const RAW = Number(process.argv[2] ?? 5) * MILLION;
const DAYS = 365;
const TYPES = 8;
/** Records of the ledger, and events, that stand in no roll-up yet. */
const TAIL = 300;
/** Events of one person: a longer history is one of more people. */
const EACH = 1_000;
const ROUNDS = 41;
const GOAL = { ratio: 1.5 };
const SECRET_KEY = 'bench-secret-key-of-more-than-32-characters';
const DAY_MS = 86_400_000;

interface Customer {
	readonly id: number;
	readonly events: number;
	readonly raw: number;
	readonly domains: readonly string[];
}

/** A UUIDv7 of a moment, its rest by n. */
const ID = `(lpad(to_hex((extract(epoch from at) * 1000)::int8), 12, '0') || '7' || lpad(to_hex(n % 4096), 3, '0') || '8' || lpad(to_hex(n), 15, '0'))::uuid`;

const fillRaw = async (owner: Client, { id, raw, domains }: Customer): Promise<void> => {
	const at = `date_trunc('milliseconds', now() - interval '3 minutes' - (n::float8 / $2::float8) * interval '${DAYS} days')`;
	const domain = `($3::uuid[])[1 + n % 2]`;
	for (let from = 0; from < raw; from += MILLION) {
		const values = [id, raw, domains, from, from + MILLION - 1];
		await owner.query(
			`insert into event (customer_id, at, id, number, domain_id, type, properties, received_at, how)
			select $1, at, ${ID}, n % ${raw / EACH}, ${domain}, 'type ' || n % ${TYPES}, '{}', at, 'api'
			from (select n, ${at} as at from generate_series($4::int, $5::int) n) g`,
			values,
		);
		await owner.query(
			`insert into consent_record (customer_id, at, id, choice_id, domain_id, purpose_id, purpose_version, category, value, received_at, batch_position,
				how, configuration, language, gpc, browser, device, clock_skewed, salt, leaf, person)
			select $1, at, ${ID}, ${ID}, ${domain}, ($3::uuid[])[1], 1, 'statistics', n % 3 > 0, at, 0, 'banner', 'p', 'en', false, 'Chrome 140', 'desktop',
				false, ''::bytea, ''::bytea, null
			from (select n, ${at} as at from generate_series($4::int, $5::int) n) g`,
			values,
		);
		process.stdout.write('.');
	}
};

const KEYS = `(values ('record', ''), ('withdrawn', ''), ('choice', 'all'), ('choice', 'some'), ('choice', 'none'), ('profile', '')) k (what, key)
	union all select 'event', 'type ' || n from generate_series(0, ${TYPES - 1}) n
	union all select 'message', c || ' ' || o from generate_series(0, 1) c, unnest(array['accepted', 'failed', 'opened']) o`;

/** As so many events, records, choices and messages over a year leave them behind. Where fewer come than there are minutes, some are empty. */
const fillRollUps = async (owner: Client, { id, events, domains }: Customer): Promise<void> => {
	for (const [grain, seconds, days] of [
		['minute', 60, 60],
		['quarter', 900, DAYS],
		['hour', 3600, DAYS],
		['day', 86_400, DAYS],
	] as const) {
		const each = (events * seconds) / (DAYS * 86_400) / domains.length;
		await owner.query(
			`insert into count_${grain} (customer_id, what, at, domain_id, key, n, gone)
			select $1, k.what, at, d, k.key, greatest(1, round(e.each))::int8, 0
			from generate_series(to_timestamp(floor(extract(epoch from now() - make_interval(days => $3)) / $4) * $4), now() - interval '3 minutes', make_interval(secs => $4)) at,
				unnest($2::uuid[]) d, (select * from ${KEYS}) k,
				lateral (select $5::float8 / case k.what when 'event' then ${TYPES} when 'choice' then 3 when 'message' then 6 else 1 end as each) e
			where e.each >= 1 or hashfloat8(extract(epoch from at)::float8 + hashtext(d::text || k.what || k.key)) & 1023 < e.each * 1024`,
			[id, domains, days, seconds, each],
		);
		process.stdout.write('.');
	}
};

/** The log, how far it is counted, and what is behind that. */
const fillTail = async (owner: Client, { id, raw, domains }: Customer): Promise<void> => {
	await owner.query(`insert into ledger_log (customer_id, log_id, origin, size) values ($1, $2, 'bench', $3::int8 + ${TAIL})`, [
		id,
		newId(),
		raw,
	]);
	await owner.query(`insert into ledger_reader (customer_id, reader, position) values ($1, 'counts', $2)`, [id, raw]);
	await owner.query(
		`with tail as (select n, now() - (n || ' milliseconds')::interval as at from generate_series(1, ${TAIL}) n),
		said as (
			insert into consent_record (customer_id, at, id, choice_id, domain_id, purpose_id, purpose_version, category, value, received_at, batch_position,
				how, configuration, language, gpc, browser, device, clock_skewed, salt, leaf, person)
			select $1, date_trunc('milliseconds', at), gen_random_uuid(), gen_random_uuid(), ($2::uuid[])[1 + n % 2], ($2::uuid[])[1], 1, 'statistics', n % 3 > 0, at, 0,
				'banner', 'p', 'en', false, 'Chrome 140', 'desktop', false, ''::bytea, ''::bytea, null from tail returning at, id
		)
		insert into ledger_entry (customer_id, position, kind, record_at, record_id, leaf) select $1, $3::int8 + row_number() over () - 1, 'record', at, id, '' from said`,
		[id, domains, raw],
	);
	await owner.query(
		`insert into count_news (customer_id, news_id, whats, domains, keys, minutes, ns, gones)
		select $1, gen_random_uuid(), array['event'], array[($2::uuid[])[1]], array['type ' || n % ${TYPES}], array[date_trunc('minute', now())], array[1], array[0]
		from generate_series(1, ${TAIL}) n`,
		[id, domains],
	);
};

const fill = async (owner: Client, customer: Customer): Promise<void> => {
	await owner.query(`insert into customer (customer_id, name, status) values ($1, 'Bench', 1)`, [customer.id]);
	for (const [n, domain] of customer.domains.entries())
		await owner.query(`insert into domain (customer_id, domain_id, host) values ($1, $2, $3)`, [
			customer.id,
			domain,
			`b${customer.id}-${n}.example`,
		]);
	const person = newId();
	await owner.query('insert into person (customer_id, person, number, created_at) values ($1, $2, 7, now())', [customer.id, person]);
	await owner.query(
		`insert into person_identifier (customer_id, kind, value, person, created_at, how) values ($1, 'email', 'seven@example.com', $2, now(), 'api')`,
		[customer.id, person],
	);
	for (const [n, micros] of Array.from({ length: 1_000 }, (_, n) => [n, 1_000 + n] as const))
		await owner.query(
			`insert into credit_entry (customer_id, number, account, micros, kind, reference, about, at) values ($1, $2::int8, 'scans', $3, 'scans', $4, '{"count": 1}', now() - make_interval(hours => $2::int8::int))`,
			[customer.id, n, micros, `scan ${n}`],
		);
	await fillRaw(owner, customer);
	await fillRollUps(owner, customer);
	await fillTail(owner, customer);
};

const scopeOf = ({ id }: Customer): Scope => ({ customerId: id, domains: 'all', domainId: null, as: 'customerAdmin' });

const group = (from: number, to: number, steps: number) => ({
	startDate: new Date(from).toISOString().slice(0, 10),
	endDate: new Date(to).toISOString().slice(0, 10),
	domainList: [],
	from: new Date(from).toISOString(),
	to: new Date(to).toISOString(),
	steps: Array.from({ length: steps }, (_, n) => new Date(from + ((to - from) / steps) * n).toISOString()),
});

const NOW = Date.now();
/** Midnight in a zone that is five and a half hours ahead. */
const MIDNIGHT = Math.floor(NOW / DAY_MS) * DAY_MS - 5.5 * 3_600_000;
const HALF_HOUR = 1_800_000;
const CLOCK = Math.ceil(NOW / HALF_HOUR) * HALF_HOUR;

/** The calls as the portal makes them. */
const CALLS: Readonly<Record<string, (tx: Tx, scope: Scope) => Promise<unknown>>> = {
	'dashboard: consents of 12 hours': (tx, scope) => countConsents(tx, scope, group(CLOCK - 24 * HALF_HOUR, CLOCK, 24)),
	'dashboard: events of 12 hours': (tx, scope) => countEvents(tx, scope, group(CLOCK - 24 * HALF_HOUR, CLOCK, 24)),
	'trends: two months beside each other': async (tx, scope) => {
		await countConsents(tx, scope, group(MIDNIGHT - 30 * DAY_MS, MIDNIGHT, 30));
		await countConsents(tx, scope, group(MIDNIGHT - 60 * DAY_MS, MIDNIGHT - 30 * DAY_MS, 30));
	},
	'report: consents of a day': (tx, scope) => countConsents(tx, scope, group(MIDNIGHT, MIDNIGHT + DAY_MS, 24)),
	'report: events of a month': (tx, scope) => countEvents(tx, scope, group(MIDNIGHT - 30 * DAY_MS, MIDNIGHT, 30)),
	'report: events of a year': (tx, scope) => countEvents(tx, scope, group(MIDNIGHT - 360 * DAY_MS, MIDNIGHT, 12)),
	'report: consumers, yesterday to today': (tx, scope) => countConsents(tx, scope, group(MIDNIGHT - DAY_MS, MIDNIGHT + DAY_MS, 48)),
	'report: channels of a day': (tx, scope) => countChannels(tx, scope, new Date(NOW - DAY_MS), new Date(NOW)),
	'report: one person': (tx, scope) => happenedTo(tx, scope, 'seven@example.com', 'en'),
	'report: costs of a month': (tx, scope) => activitiesOf(tx, scope.customerId, new Date(NOW).toISOString().slice(0, 7)),
};

const Read = row({ read: int });
/** Rows that scans gave to this connection in its transaction. */
const rowsRead = sql`select coalesce(sum(pg_stat_get_xact_tuples_returned(c.oid) + pg_stat_get_xact_tuples_fetched(c.oid)), 0)::int8 as read
	from pg_class c where c.relkind in ('r', 'i') and c.relnamespace = 'public'::regnamespace`;

const once = (storage: Storage, { id }: Customer, call: (tx: Tx, scope: Scope) => Promise<unknown>, scope: Scope) =>
	storage.inReport(id, async (tx) => {
		const [before = { read: 0 }] = await tx.rows(Read, rowsRead);
		const from = performance.now();
		await call(tx, scope);
		const ms = performance.now() - from;
		const [after = { read: 0 }] = await tx.rows(Read, rowsRead);
		return { ms, rows: after.read - before.read };
	});

const bin = findSystemPostgres();
if (bin === null) throw new Error('No system PostgreSQL is installed.');
const postgres = await startSystemPostgres(bin, { durable: false });
try {
	await postgres.admin((client) => client.query('create database reports'));
	const url = postgres.url('reports');
	await migrateExternal(url, SECRET_KEY, createLog({ logLevel: 'error' }));
	const small: Customer = { id: 901, events: SMALL, raw: SMALL, domains: [newId(), newId()] };
	const large: Customer = { id: 902, events: LARGE, raw: RAW, domains: [newId(), newId()] };
	const filling = performance.now();
	for (const one of [small, large]) await postgres.admin((owner) => fill(owner, one), 'reports');
	await postgres.admin((owner) => owner.query('vacuum analyze'), 'reports');
	console.log(` filled in ${Math.round((performance.now() - filling) / 1000)} s`);
	const storage = await connectStorage(externalServer(url, createSecrets(SECRET_KEY)), SECRET_KEY, createLog({ logLevel: 'error' }));
	const results: Record<string, { smallMs: number; largeMs: number; ratio: number; smallRows: number; largeRows: number }> = {};
	for (const [name, call] of Object.entries(CALLS)) {
		const times = { small: [] as number[], large: [] as number[] };
		const rows = { small: 0, large: 0 };
		// By turns, so that whatever else goes on hits both.
		for (let round = 0; round < ROUNDS; round++)
			for (const [size, customer] of [['small', small] as const, ['large', large] as const]) {
				const found = await once(storage, customer, call, scopeOf(customer));
				rows[size] = found.rows;
				// The first ones fill caches.
				if (round >= 5) times[size].push(found.ms);
			}
		const [smallMs, largeMs] = [spreadOf(times.small).median, spreadOf(times.large).median];
		results[name] = {
			...{ smallMs: Number(smallMs.toFixed(2)), largeMs: Number(largeMs.toFixed(2)), ratio: Number((largeMs / smallMs).toFixed(2)) },
			...{ smallRows: rows.small, largeRows: rows.large },
		};
	}
	console.table(results);
	const met = Object.values(results).every(({ ratio }) => ratio <= GOAL.ratio);
	console.log(met ? 'met' : 'NOT met');
	await writeResult('reports', { small: SMALL, large: LARGE, raw: RAW, results, goal: GOAL, met });
	await storage.close();
} finally {
	await postgres.stop();
}
