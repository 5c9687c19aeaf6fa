-- Browsers that take messages: the addresses that their push services gave out, each to the visitor's own device.
create table push_subscription (
	customer_id int not null,
	-- Where the push service takes messages for it.
	endpoint text collate "C" not null,
	-- The visitor's device that it was registered on; it goes with that.
	device_id uuid not null,
	-- The browser's key and secret (RFC 8291), base64url.
	p256dh text collate "C" not null,
	auth text collate "C" not null,
	-- The public key that alone may send to it (RFC 8292).
	server_key text collate "C" not null,
	created_at timestamptz not null,
	-- When it was registered or renewed last.
	last_seen_at timestamptz not null,
	-- Since when the service knows it no more.
	dead_at timestamptz,
	primary key (customer_id, endpoint)
);
create unique index push_subscription_by_device on push_subscription (customer_id, device_id);
comment on table push_subscription is 'tenant, of profiles';
