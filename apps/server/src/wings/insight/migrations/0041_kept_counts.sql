-- How long a customer's roll-ups are kept; without a row for ever.
create table count_keeping (
	customer_id int primary key,
	months smallint not null check (months > 0)
);
comment on table count_keeping is 'tenant, of insight';
