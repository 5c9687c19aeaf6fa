-- People of the transaction's own customer in whose words something stands anywhere: kept ids of then, perhaps twice. Under row-level
-- security no operator that looks into an index of trigrams may be asked before the policy is; here the customer is compared first, with
-- the one that the transaction is for, and nobody else's rows are named.
--
-- `in_names` and `in_facts` are looked for in small letters, each sign as it is. To a domain's own admin (`in_domains`) those whom something
-- they are known by was said of there. The planner sees what is looked for: of what stands in half of all texts it reads rows until there
-- are enough, instead of an index of millions.
--
-- The index is asked for five signs in a row at most, those that stand in the fewest of some of the customer's rows. A whole address asks
-- for twenty trigrams, most of which (`example.com`) everybody has: 60 ms among a million, where five signs of it take one.
create or replace function person_inside(in_customer int, in_names text[], in_facts text[], in_domains uuid[], in_most int) returns setof uuid
language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
	looked constant int := 100;
	small text;
	pattern text;
	some_names text[];
	some_facts text[];
begin
	if in_customer is distinct from nullif(current_setting('app.customer', true), '')::int then
		raise exception 'person_inside: the transaction is not for customer %', in_customer using errcode = 'insufficient_privilege';
	end if;
	select array_agg(s.names), array_agg(s.facts) into some_names, some_facts
	from (select w.names, w.facts from person_words w where w.customer_id = in_customer limit looked) s;
	foreach small in array in_names loop
		small := lower(small);
		pattern := person_rarest(small, some_names);
		return query select w.person from person_words w
			where w.customer_id = in_customer and w.names like pattern and position(small in w.names) > 0
				and (in_domains is null or exists (select 1 from person_identifier i
					join person_seen s on s.customer_id = in_customer and s.kind = i.kind and s.value = i.value and s.domain_id = any(in_domains)
				where i.customer_id = in_customer and i.person = any(case when w.members is null then array[w.person] else w.members end)
					and position(small in lower(i.value)) > 0 offset 0))
			limit in_most;
	end loop;
	foreach small in array in_facts loop
		small := lower(small);
		pattern := person_rarest(small, some_facts);
		return query select w.person from person_words w
			where w.customer_id = in_customer and w.facts like pattern and position(small in w.facts) > 0
				and (in_domains is null or exists (select 1 from person_identifier i
					join person_seen s on s.customer_id = in_customer and s.kind = i.kind and s.value = i.value and s.domain_id = any(in_domains)
				where i.customer_id = in_customer and i.person = any(case when w.members is null then array[w.person] else w.members end) offset 0))
			limit in_most;
	end loop;
end $$;

-- What to ask an index of trigrams for: five signs of it in a row at most, those that the fewest of these texts have.
create or replace function person_rarest(in_small text, in_texts text[]) returns text
language plpgsql immutable set search_path = public, pg_temp as $$
declare
	signs constant int := 5;
	found text := in_small;
begin
	if length(in_small) > signs then
		select p.part into found from (
			select distinct substr(in_small, n, signs) as part from generate_series(1, length(in_small) - signs + 1) n
		) p
		order by (select count(*) from unnest(in_texts) t (one) where position(p.part in t.one) > 0), p.part limit 1;
	end if;
	return '%' || regexp_replace(found, '([\\%_])', '\\\1', 'g') || '%';
end $$;

revoke all on function person_inside from public;
revoke all on function person_rarest from public;
grant execute on function person_inside to :app;
