-- Verifications and replays that admins started, with their progress: whichever process runs one, every process can tell.
create table projecting.runs (
  id uuid primary key,
  work text not null check (work in ('verify', 'replay')),
  read_models text[] not null,
  started_by text not null,
  started_at timestamptz not null,
  done bigint not null default 0,
  total bigint not null default 0,
  ended_at timestamptz,
  -- null while it runs, and for one whose process died
  outcome text check (outcome in ('fine', 'differs', 'failed')),
  -- what a person reads of it
  result text
);
create index on projecting.runs (started_at);
grant select, insert, update on projecting.runs to framelift_app;
