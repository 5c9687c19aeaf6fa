/** One forbidden statement of each kind, and one that is right beside it. */
import { describe, expect, it } from 'vitest';
import { type Catalogue, judge } from './judge.ts';
import { WINGS } from './watch.ts';

const catalogue: Catalogue = {
	functions: new Map([
		['person_inside', 'asks'],
		['to_jsonb', 'stable'],
	]),
	wings: WINGS,
	tables: new Map([
		['activity', { owner: 'kernel', class: 'tenant' }],
		['app_user', { owner: 'identity', class: 'platform' }],
		['domain', { owner: 'tenancy', class: 'tenant', place: 'everywhere' }],
		['purpose', { owner: 'consent', class: 'tenant' }],
		['publication', { owner: 'consent', class: 'tenant', place: 'spread' }],
		['user_customer', { owner: 'tenancy', class: 'tenant', place: 'managed' }],
		['vendor_list', { owner: 'consent', class: 'shared' }],
	]),
};
const of = (wing: string, text: string, across = false): string[] => judge(text, wing, catalogue, across);

describe('a statement', () => {
	it.each([
		[
			'writes another wing’s table',
			'consent',
			'update domain set name = $2 where customer_id = $1',
			"consent writes domain, which is tenancy's",
		],
		['writes one of the ground', 'tenancy', 'delete from activity where customer_id = $1', "tenancy writes activity, which is kernel's"],
		[
			'writes it within a part',
			'consent',
			'with gone as (delete from domain where customer_id = $1 returning 1) select 1 from gone',
			"consent writes domain, which is tenancy's",
		],
		[
			'reads a table of a wing above',
			'tenancy',
			'select 1 from purpose where customer_id = $1',
			"tenancy reads purpose, which is consent's, above it",
		],
		[
			'reads it in a subquery',
			'identity',
			'select (select 1 from domain d where d.customer_id = $1) from app_user',
			"identity reads domain, which is tenancy's, above it",
		],
		[
			'names the customer by a join only',
			'consent',
			'select 1 from purpose p join domain d on d.customer_id = p.customer_id where p.customer_id = $1',
			'rule 2: no customer_id = $n at domain d',
		],
		[
			'hides what it compares with from indexes',
			'consent',
			'select 1 from purpose where customer_id = $1 and purpose_id = any(coalesce($2, array[purpose_id]))',
			'any(coalesce(…)) looks into no index under row-level security; write case when … is null',
		],
		['names no customer', 'consent', 'select 1 from purpose', 'rule 2: no customer_id = $n at purpose'],
		[
			'inserts what it selects, and answers nothing',
			'consent',
			'insert into purpose select $1, x from unnest($2::text[]) x',
			'rule 3: insert … select into purpose ends in neither returning nor on conflict',
		],
		[
			'reads the clock within case',
			'consent',
			'update purpose set name = case when $2 then now()::text end where customer_id = $1',
			'rule 4: now() within case, coalesce or do update',
		],
		[
			'reads the clock within do update',
			'consent',
			'insert into vendor_list (version) values ($1) on conflict (version) do update set stored_at = now()',
			'rule 4: now() within case, coalesce or do update',
		],
		[
			'joins what is kept together with what is spread',
			'consent',
			'select 1 from publication p join user_customer m on m.customer_id = $1 and m.user_id = p.published_by where p.customer_id = $1',
			'rule 10: user_customer, kept on the coordinator, together with publication, which is spread',
		],
		[
			'holds rows that every node has',
			'consent',
			'select 1 from purpose p join domain d on d.customer_id = $1 where p.customer_id = $1 for key share of d',
			'domain, which is on every node, is locked for reading: two who do so at once wait for each other (kernel/storage/uses.ts)',
		],
		['comes with another', 'consent', 'begin; set local app.customer = 1', 'rule 7: more than one statement in a message'],
		[
			'compares with a parameter when it is there already',
			'consent',
			'insert into purpose as p select $1, x from unnest($2::text[]) x on conflict (id) do update set name = $3',
			'a node is not told a parameter behind the select of an insert into purpose',
		],
		[
			'asks for more of what it inserts',
			'consent',
			'insert into purpose as p select $1, x from unnest($2::text[]) x returning (select 1 from domain d where d.customer_id = 1)',
			'a node finds no table by its name in a query behind the select of an insert into purpose',
		],
		[
			'changes by a column’s time and an interval',
			'consent',
			"update purpose set changed_at = created_at + interval '1 hour' where customer_id = $1",
			'a column’s time plus or minus an interval is not the same everywhere: subtract times, and compare',
		],
		[
			'changes by a moment and an interval of a column',
			'consent',
			'update purpose set changed_at = $2::timestamptz + make_interval(secs => tries) where customer_id = $1',
			'a column’s time plus or minus an interval is not the same everywhere: subtract times, and compare',
		],
		[
			'asks a function that asks tables, beside what is spread',
			'consent',
			'select 1 from publication p where p.customer_id = $1 and p.published_by in (select f from person_inside($1) f)',
			'person_inside() asks tables, which it cannot on the node that has publication',
		],
		[
			'changes by what a session makes of a column',
			'consent',
			'update purpose p set wording = to_jsonb(d) from domain d where p.customer_id = $1 and d.customer_id = $1',
			'to_jsonb() of a column depends on a session: nothing is changed by it on a node',
		],
		[
			'asks whether there is nothing',
			'consent',
			'select 1 from purpose where customer_id = $1 and exists (select from app_user)',
			'rule 8: exists (select from …) answers no column; write select 1',
		],
	])('that %s is complained of', (_what, wing, text, complaint) => {
		expect(of(wing, text)).toContain(complaint);
	});

	it.each([
		['consent', 'select 1 from purpose p join domain d on d.customer_id = $1 and d.domain_id = p.domain_id where p.customer_id = $1'],
		['consent', 'select 1 from purpose p join domain d on d.customer_id = $1 where p.customer_id = $1 for key share of p'],
		['consent', 'select 1 from domain where customer_id = $1 for update'],
		['consent', 'with domain as (select 1 as customer_id) select * from domain'],
		['consent', 'insert into purpose select $1, x from unnest($2::text[]) x on conflict do nothing'],
		['consent', 'insert into purpose (customer_id) values ($1)'],
		['consent', 'update purpose set created_at = now() where customer_id = $1'],
		['consent', "update purpose set name = '' where customer_id = $1 and changed_at - created_at > interval '1 hour'"],
		['consent', 'update purpose set wording = to_jsonb($2::text) where customer_id = $1'],
		['consent', 'select f from person_inside($1) f'],
		['kernel', 'select pg_notify($1, $2)'],
	])('of %s is right: %s', (wing, text) => {
		expect(of(wing, text)).toEqual([]);
	});

	it('over all tenants needs no customer', () => {
		expect(of('consent', 'select customer_id from domain where live_banner is not null', true)).toEqual([]);
	});
});
