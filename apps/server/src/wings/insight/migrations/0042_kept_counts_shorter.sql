-- A shorter time that was asked for, and from when on it holds. `months` null: for ever, until then.
alter table count_keeping
	alter column months drop not null,
	add column shorter_months smallint check (shorter_months > 0),
	add column shorter_at timestamptz,
	add check ((shorter_months is null) = (shorter_at is null));
