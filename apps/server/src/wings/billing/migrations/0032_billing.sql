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

-- A domain may be licensed from a day to a day, both included, in days of Europe/Helsinki.
create table domain_licence (
	customer_id int not null,
	licence_id uuid not null,
	domain_id uuid not null,
	-- As it was then: a domain that is gone keeps its licences.
	host text not null,
	starts_on date not null,
	ends_on date not null check (ends_on >= starts_on),
	-- The first day without it: the day after ends_on, or the one on which somebody ended it.
	until date not null check (until >= starts_on and until <= ends_on + 1),
	ended_at timestamptz,
	made_by text collate "C" not null check (made_by in ('manual', 'voucher')),
	created_at timestamptz not null,
	primary key (customer_id, licence_id)
);
create index domain_licence_by_domain on domain_licence (customer_id, domain_id, starts_on);
create index domain_licence_by_end on domain_licence (until);
comment on table domain_licence is 'tenant, of billing, platform reads';

-- Reminders that were sent, each once.
create table licence_reminder (
	customer_id int not null,
	licence_id uuid not null,
	-- Before the end.
	days int not null,
	sent_at timestamptz not null,
	primary key (customer_id, licence_id, days)
);
comment on table licence_reminder is 'tenant, of billing, append only';

-- Vouchers belong to nobody until somebody redeems them, so they are the installation's.
create table voucher (
	voucher_id uuid primary key,
	-- Keyed hash of the code: who reads the table can redeem nothing.
	code_hash bytea not null unique,
	-- The last signs of the code, to tell vouchers apart.
	tail text collate "C" not null,
	kind text collate "C" not null check (kind in ('credits', 'licence')),
	-- Credits, or months of a licence.
	value int not null check (value > 0),
	note text not null,
	-- 0 open, 1 redeemed, 3 revoked; 2 is an open one whose time is over.
	status smallint not null default 0 check (status in (0, 1, 3)),
	expires_at timestamptz,
	created_at timestamptz not null,
	created_by uuid not null,
	redeemed_at timestamptz,
	customer_id int,
	check ((status = 1) = (redeemed_at is not null) and (status = 1) = (customer_id is not null))
);
create index voucher_by_time on voucher (created_at desc);
comment on table voucher is 'platform, of billing, with tenants';

-- What a customer redeemed.
create table voucher_redemption (
	customer_id int not null,
	voucher_id uuid not null,
	tail text collate "C" not null,
	kind text collate "C" not null,
	value int not null,
	note text not null,
	redeemed_at timestamptz not null,
	redeemed_by uuid not null,
	-- Of a licence: which one, and whose.
	licence_id uuid,
	host text,
	primary key (customer_id, voucher_id)
);
comment on table voucher_redemption is 'tenant, of billing, append only';

-- Payments. A card's is paid when Stripe's webhook, or Stripe itself when it is asked, says so.
create table payment (
	customer_id int not null,
	payment_id uuid not null,
	way text collate "C" not null check (way in ('card', 'invoice')),
	state text collate "C" not null check (state in ('created', 'processing', 'action', 'paid', 'failed')),
	credits int not null check (credits > 0),
	-- What one cost, and all of them, as it was then.
	price_cents int not null,
	net_cents bigint not null,
	vat_kind text collate "C" not null,
	vat_basis_points int not null,
	vat_cents bigint not null,
	currency text collate "C" not null,
	-- Who paid, as they were called then: the tax follows from it, and the invoice says both.
	buyer jsonb not null,
	-- Of a card: hash of the token it was paid with, once; and Stripe's PaymentIntent.
	token_hash bytea,
	intent text collate "C",
	-- Of an invoice: the bank's.
	reference text collate "C",
	-- Why it failed: a word of Stripe's.
	problem text collate "C",
	refunded_credits int not null default 0 check (refunded_credits between 0 and credits),
	refunded_vat_cents bigint not null default 0,
	created_at timestamptz not null,
	created_by uuid not null,
	paid_at timestamptz,
	primary key (customer_id, payment_id),
	check ((way = 'card') = (token_hash is not null) and (way = 'invoice') = (reference is not null)),
	check ((state = 'paid') = (paid_at is not null))
);
create unique index payment_by_token on payment (customer_id, token_hash);
create unique index payment_by_reference on payment (customer_id, reference);
create index payment_open on payment (created_at) where state in ('created', 'processing', 'action');
comment on table payment is 'tenant, of billing, platform reads';

-- Refunds: the credits are taken first, then Stripe is asked, then the credit note is written.
create table refund (
	customer_id int not null,
	refund_id uuid not null,
	payment_id uuid not null,
	state text collate "C" not null check (state in ('pending', 'done', 'failed')),
	credits int not null check (credits > 0),
	net_cents bigint not null,
	vat_cents bigint not null,
	created_at timestamptz not null,
	created_by uuid not null,
	primary key (customer_id, refund_id)
);
create index refund_by_payment on refund (customer_id, payment_id);
create index refund_open on refund (created_at) where state = 'pending';
comment on table refund is 'tenant, of billing, platform reads';

-- The last number of each series and year. Its row is held until the invoice that took it commits, so there are no gaps.
create table invoice_number (
	series text collate "C" not null,
	year smallint not null,
	last int not null,
	primary key (series, year)
);
comment on table invoice_number is 'platform, of billing, with tenants';

-- Invoices and credit notes as they were issued: nothing of them follows what changes later.
create table invoice (
	customer_id int not null,
	invoice_id uuid not null,
	kind text collate "C" not null check (kind in ('invoice', 'credit_note')),
	year smallint not null,
	number int not null,
	issued_on date not null,
	issued_at timestamptz not null,
	payment_id uuid not null,
	-- Of a credit note, and of the invoice that takes one back.
	refund_id uuid,
	-- Of a credit note: the invoice.
	corrects uuid,
	credits int not null,
	price_cents int not null,
	net_cents bigint not null,
	vat_kind text collate "C" not null,
	vat_basis_points int not null,
	vat_cents bigint not null,
	currency text collate "C" not null,
	seller jsonb not null,
	buyer jsonb not null,
	primary key (customer_id, invoice_id)
);
create unique index invoice_by_number on invoice (customer_id, kind, year, number);
create index invoice_by_payment on invoice (customer_id, payment_id);
comment on table invoice is 'tenant, of billing, append only';
