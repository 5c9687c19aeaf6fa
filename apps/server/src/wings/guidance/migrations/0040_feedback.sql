-- Feedback arrives: from which page it was sent, and whether somebody has answered it.
alter table feedback add column page text;
alter table feedback add column answered_at timestamptz;
alter table feedback add column answered_by uuid;
create index feedback_by_time on feedback (created_at desc, id desc);
create index feedback_open on feedback (created_at desc, id desc) where answered_at is null;

-- Support answers whoever wrote, not the installation.
alter table mail add column reply_to text;
