-- Credits, vouchers, licences of domains, payments and invoices. Amounts of credits are millionths of one, of money hundredths.

-- The balance of a customer. Who moves credits changes this row first, so that a customer's moves come one after the other.
create table credit_account (
	customer_id int primary key,
	balance bigint not null default 0 check (balance >= 0),
	-- Of the last move: they are numbered without gaps.
	last_number bigint not null default 0
) with (fillfactor = 50);
comment on table credit_account is 'tenant, of billing';

-- Moves of credits, double entry: two rows of one number, whose sum is zero.
create table credit_entry (
	customer_id int not null,
	number bigint not null,
	account text collate "C" not null,
	micros bigint not null check (micros <> 0),
	-- Of the customer's account after the move; null on the other side.
	balance bigint check ((balance is not null) = (account = 'customer') and balance >= 0),
	kind text collate "C" not null,
	-- What moves credits does so once.
	reference text collate "C" not null,
	about jsonb not null,
	at timestamptz not null,
	primary key (customer_id, number, account)
);
create unique index credit_entry_once on credit_entry (customer_id, kind, reference, account);
create index credit_entry_by_time on credit_entry (customer_id, at) where account <> 'customer';
comment on table credit_entry is 'tenant, of billing, append only';

-- Looks over all accounts.
create table credit_check (
	check_id uuid primary key,
	at timestamptz not null,
	customers int not null,
	entries bigint not null,
	-- Customers whose rows do not add up.
	wrong int[] not null
);
create index credit_check_by_time on credit_check (at desc);
comment on table credit_check is 'platform, of billing, append only';
