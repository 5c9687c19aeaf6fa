-- Until then whoever took the mail up is sending it: nobody waits with an open transaction for a mail server.
alter table mail add column leased_until timestamptz;
