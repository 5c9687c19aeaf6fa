-- People of the transaction's own customer in whose words something stands anywhere: kept ids of then, perhaps twice. Under row-level
-- security no operator that looks into an index of trigrams may be asked before the policy is; here the customer is compared first, with
-- the one that the transaction is for, and nobody else's rows are named.
--
-- `in_names` and `in_facts` are looked for in small letters, each sign as it is. To a domain's own admin (`in_domains`) those whom something
-- they are known by was said of there: asked in the query itself, as a function that asks tables could not be on a node of a cluster.
--
-- Under row-level security the planner knows nothing of how often something stands in these texts, and an index of trigrams lists all that
-- have it before it gives the first: of what every second one has, millions. So some of the customer's rows are read first. Where more than
-- one in `often` has it, rows are read on until there are enough; the index is asked for what fewer have, and where all are wanted
-- (`in_most` is null).
create or replace function person_inside(in_customer int, in_names text[], in_facts text[], in_domains uuid[], in_most int) returns setof uuid
language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
	sampled constant int := 1000;
	often constant int := 50;
	read_at_most constant int := 100000;
	of_names boolean;
	small text;
	texts text[];
	known int;
	have int;
	got int;
	some_names text[];
	some_facts text[];
begin
	if in_customer is distinct from nullif(current_setting('app.customer', true), '')::int then
		raise exception 'person_inside: the transaction is not for customer %', in_customer using errcode = 'insufficient_privilege';
	end if;
	select count(*), array_agg(s.names), array_agg(s.facts) into known, some_names, some_facts
	from (select w.names, w.facts from person_words w where w.customer_id = in_customer order by w.person desc limit sampled) s;
	for of_names, small in select true, lower(n) from unnest(in_names) n union all select false, lower(f) from unnest(in_facts) f loop
		texts := case when of_names then some_names else some_facts end;
		select count(*) into have from unnest(texts) t (one) where position(small in t.one) > 0;
		got := 0;
		if known < sampled or (in_most is not null and have * often > sampled) then
			return query select r.person from (
				select w.person, w.members, case when of_names then w.names else w.facts end as words
				from person_words w where w.customer_id = in_customer order by w.person desc limit read_at_most
			) r
			where position(small in r.words) > 0 and (in_domains is null or exists (select 1 from person_identifier i
				join person_seen s on s.customer_id = in_customer and s.kind = i.kind and s.value = i.value and s.domain_id = any(in_domains)
				where i.customer_id = in_customer and i.person = any(coalesce(r.members, array[r.person])) and (not of_names or position(small in lower(i.value)) > 0)))
			limit in_most;
			get diagnostics got = row_count;
		end if;
		if known = sampled and (in_most is null or got < in_most) then
			return query select r.person from person_inside_few(in_customer, of_names, small, person_rarest(small, texts[:100]), in_domains, in_most) r (person);
		end if;
	end loop;
end $$;

-- The same by the index: of what few have.
create or replace function person_inside_few(in_customer int, in_of_names boolean, in_small text, in_pattern text, in_domains uuid[], in_most int) returns setof uuid
language plpgsql stable set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set enable_seqscan = off set enable_indexscan = off as $$
begin
	if in_of_names then
		return query select w.person from person_words w
			where w.customer_id = in_customer and w.names like in_pattern and position(in_small in w.names) > 0
				and (in_domains is null or exists (select 1 from person_identifier i
					join person_seen s on s.customer_id = in_customer and s.kind = i.kind and s.value = i.value and s.domain_id = any(in_domains)
					where i.customer_id = in_customer and i.person = any(coalesce(w.members, array[w.person])) and position(in_small in lower(i.value)) > 0))
			limit in_most;
	else
		return query select w.person from person_words w
			where w.customer_id = in_customer and w.facts like in_pattern and position(in_small in w.facts) > 0
				and (in_domains is null or exists (select 1 from person_identifier i
					join person_seen s on s.customer_id = in_customer and s.kind = i.kind and s.value = i.value and s.domain_id = any(in_domains)
					where i.customer_id = in_customer and i.person = any(coalesce(w.members, array[w.person]))))
			limit in_most;
	end if;
end $$;

-- What to ask an index of trigrams for: eight signs of it in a row at most, those that the fewest of these texts have. All of an address
-- asks for twenty trigrams, most of which (`example.com`) everybody has.
create or replace function person_rarest(in_small text, in_texts text[]) returns text
language plpgsql immutable set search_path = public, pg_temp as $$
declare
	signs constant int := 8;
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
revoke all on function person_inside_few from public;
revoke all on function person_rarest from public;
grant execute on function person_inside to :app;
