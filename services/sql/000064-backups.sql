-- Attempts to take a backup and to prove one by a trial restore. Which backups there are is known where they are kept.
create schema backups;
create table backups.attempts (
  n bigint generated always as identity primary key,
  step text not null check (step in ('backup', 'proof')),
  backup_id text,
  started_at timestamptz not null default clock_timestamp(),
  -- Null: it runs, or was interrupted.
  ended_at timestamptz,
  -- A sentence; null after the end: it succeeded.
  error text
);
grant usage on schema backups to framelift_app;
grant select, insert, update on backups.attempts to framelift_app;
