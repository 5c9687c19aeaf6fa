-- Lists of all customers and all domains cost the same at a thousand and at a hundred thousand (bench/tenants). Each order that a list
-- offers has an index that ends in what breaks its ties; pages far behind are counted off in the index alone.

-- Where names stand in lists ('inOrder' of kernel/storage/lists.ts). Rows of domains are put back as they were, so theirs stands in the index.
alter table customer add in_order text collate "C" generated always as (translate(lower(name), 'åäæöøáàâãéèêëíìîïóòôõúùûüýÿçñšž', '{||}}aaaaeeeeiiiioooouuuyyycnsz')) stored;

create index customer_by_name on customer (in_order, customer_id) include (name);
create index customer_by_prefix on customer (lower(name) text_pattern_ops);
create index customer_by_time on customer (created_at, customer_id);
create index customer_by_status on customer (status, customer_id);
create index customer_words on customer using gin (lower(name) gin_trgm_ops);

create index domain_in_order on domain (host, domain_id) include (customer_id);
create index domain_by_name on domain ((translate(lower(name), 'åäæöøáàâãéèêëíìîïóòôõúùûüýÿçñšž', '{||}}aaaaeeeeiiiioooouuuyyycnsz')) collate "C", domain_id) include (name, customer_id);
create index domain_by_time on domain (created_at, domain_id) include (customer_id);
create index domain_unproven on domain (host, domain_id) include (customer_id) where proven_at is null;
create index domain_published on domain (host, domain_id) include (customer_id) where live_banner is not null;
-- Hosts as they are kept and as people write them.
create index domain_words on domain using gin ((host || coalesce(' ' || host_letters, '')) gin_trgm_ops);
create index domain_name_words on domain using gin (lower(name) gin_trgm_ops);
create index domain_by_letters on domain (host_letters) where host_letters is not null;

create index custom_domain_in_order on custom_domain (host, custom_domain_id);
create index custom_domain_words on custom_domain using gin ((host || coalesce(' ' || host_letters, '')) gin_trgm_ops);

-- Of billing: its report of vouchers.
create index voucher_in_order on voucher (created_at, voucher_id);
create index voucher_by_value on voucher (value, voucher_id);
create index voucher_words on voucher using gin (lower(note || ' ' || tail) gin_trgm_ops);
