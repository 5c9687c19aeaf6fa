create table feedback (
	id uuid primary key,
	user_id uuid not null,
	message text not null,
	created_at timestamptz not null default now()
);
comment on table feedback is 'platform, of guidance';
