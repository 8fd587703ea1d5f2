-- What staff are told of by email, and which of it each of them has turned off.
alter table users add column muted_notices text[] not null default '{}' check (
  muted_notices <@ array['sale', 'low_stock', 'low_review', 'contact_message', 'failed_job', 'restock']
);

-- Since when a tool has had little left; staff have been told of it then. Null while there is enough.
alter table tools add column low_since timestamptz;

-- The jobs that were given up and that staff have been told of, by the ids that they have in the queue of such jobs.
create table told_failed_jobs (job_id uuid primary key);
