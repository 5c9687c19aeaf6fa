-- Answers to a purpose by records that the reader `purposes` of the ledger's tail has read and that are there.
create table purpose_count (
	customer_id int not null,
	purpose_id uuid not null,
	yes bigint not null,
	no bigint not null,
	primary key (customer_id, purpose_id)
);
comment on table purpose_count is 'tenant, of consent';
