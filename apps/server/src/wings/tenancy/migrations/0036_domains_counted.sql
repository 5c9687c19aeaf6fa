-- How many domains a customer has, kept by whoever adds one or takes one away (domains/store.ts): a list sorted by it counted all of them.
alter table customer add column domains int not null default 0;
update customer c set domains = (select count(*) from domain d where d.customer_id = c.customer_id);
create index customer_by_domains on customer (domains, customer_id);
