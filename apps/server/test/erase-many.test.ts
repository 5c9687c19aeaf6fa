/** Erasing many at once comes to what erasing one after the other comes to. */
import { expect, test } from 'vitest';
import * as z from 'zod';
import { newId } from '../src/kernel/clock.ts';
import { int, json, row, sql, text } from '../src/kernel/storage/rows.ts';
import { erasePeopleBy, erasePersonBy } from '../src/wings/consent/answers/erase-person.ts';
import { appendCustomer } from '../src/wings/consent/proof/append.ts';
import { mergePersons } from '../src/wings/people/wing.ts';
import { startApp } from './app.ts';
import { happening } from './engagement/letters.ts';
import { campaignScene } from './engagement/scene.ts';

const t = await startApp({ OUTBOUND_ALLOW: '127.0.0.0/8' });

/** Of what is left: what is folded or sealed at its own time, and how many entries of the log say that something went. */
const APART = ['count_', 'people_touched', 'person_words_due', 'ledger_', 'activity', 'run', 'people_set', 'installation_'];

/** A customer of whom some go: known by several addresses, one with somebody, in segments, with noes of many kinds; and two who stay. */
const story = async () => {
	const s = await campaignScene(t);
	const { customerId, domainId } = s.tenant;
	const { kernel } = t.server;
	const emails = s.emails(9);
	const [anna = '', bo = '', cia = '', dora = '', , , , eva = '', fia = ''] = emails;
	await s.say(emails, true);
	const other = await s.addPurpose();
	await s.say([anna, bo, dora, eva], false, other);
	await s.say([bo, cia, fia], false);
	const profiles = emails.map((email, n) => ({
		person: { email, ...(n < 3 && { phone: `+35840${customerId}${n}00` }) },
		firstName: 'A',
		attributes: { size: n },
	}));
	expect((await t.send(null, 'POST', '/edge/v1/profiles', { headers: s.machine, body: { domainId, profiles } })).status).toBe(200);
	const events = [dora, eva].map((email) => happening(email, 'visit'));
	expect((await t.send(null, 'POST', '/edge/v1/events', { headers: s.machine, body: { domainId, events } })).status).toBe(200);
	await s.segment([anna, dora, fia]);
	const ids: string[] = [];
	for (const email of emails) ids.push((await s.person({ email })).luvallaId);
	const [kept = '', , gone = ''] = ids;
	await s.tenantTx((tx) => mergePersons(tx, kernel.hooks, customerId, { gone, kept }, 'user:test'));
	await s.followed();
	await appendCustomer(kernel, customerId);
	// One who is not there, and one who is one with the first.
	return { s, going: [...ids.slice(0, 7), newId()], asker: { userId: s.owner.userId, actorId: null, network: null } };
};

const TableRow = row({ name: text });
const Counted = row({ n: int });
const ErasedRow = row({ after: json(z.unknown()) });
const leftOf = async ({ s }: Awaited<ReturnType<typeof story>>) => {
	const { customerId } = s.tenant;
	const tables = await s.tenantTx((tx) =>
		tx.rows(
			TableRow,
			sql`select c.relname::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'customer_id'
			where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace order by 1`,
		),
	);
	const counts: Record<string, number> = {};
	await t.storage.asOwner(async (owner) => {
		for (const { name } of tables)
			if (!APART.some((word) => name.startsWith(word)))
				counts[name] = (await owner.query(`select count(*)::int as n from ${name} where customer_id = $1`, [customerId])).rows[0].n;
	});
	const [emptied] = await s.tenantTx((tx) =>
		tx.rows(Counted, sql`select count(*)::int as n from ledger_entry where customer_id = ${customerId} and erased_id is not null`),
	);
	const erased = await s.tenantTx((tx) =>
		tx.rows(
			ErasedRow,
			sql`select v.after from activity a join activity_values v on v.customer_id = ${customerId} and v.id = a.id
			where a.customer_id = ${customerId} and a.action = 'erased' and a.thing = 'person'`,
		),
	);
	return { counts, emptied: emptied?.n, erased: erased.map(({ after }) => JSON.stringify(after)).sort() };
};

test('many at once leave what one after the other leaves, and of each is told what is told of one', async () => {
	const [singly, together] = [await story(), await story()];
	const { kernel } = t.server;
	const told: unknown[] = [];
	const of = (gone: { erased: number; remembered: number } | null | undefined) => (gone ? [gone.erased, gone.remembered] : null);
	for (const id of singly.going)
		told.push(
			of(
				await t.storage.inErasure(singly.s.tenant.customerId, (tx) =>
					erasePersonBy(tx, kernel, singly.s.tenant.customerId, id, singly.asker, newId()),
				),
			),
		);
	let statements = 0;
	const gone = await t.storage.inErasure(together.s.tenant.customerId, (tx) => {
		const counted =
			<A extends unknown[], T>(of: (...given: A) => Promise<T>) =>
			(...given: A): Promise<T> => {
				statements += 1;
				return of(...given);
			};
		const rows = counted(tx.rows) as typeof tx.rows;
		const first = counted(tx.first) as typeof tx.first;
		const { customerId } = together.s.tenant;
		return erasePeopleBy({ ...tx, rows, first, run: counted(tx.run) }, kernel, customerId, together.going, together.asker, newId());
	});
	expect(together.going.map((id) => of(gone.get(id)))).toEqual(told);
	// Of one after the other some 140 each.
	expect(statements).toBeLessThan(250);
	expect(told).toEqual([[4, 8], [3, 4], null, [2, 1], [1, 0], [1, 0], [1, 0], null]);
	const left = await leftOf(together);
	expect(left).toEqual(await leftOf(singly));
	expect(left.counts).toMatchObject({ person: 2, consent_state: 3, profile: 2, segment_member: 1, event: 1 });
});
