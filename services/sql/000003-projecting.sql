-- What projecting keeps beside the read models, which are schemas of their own made by projectors (docs/architecture.md#read-models).

create schema projecting;

-- Events a read model could not fold, and the later events of their streams that wait behind them.
create table projecting.parked (
  read_model text not null,
  position bigint not null,
  stream_id text not null,
  type text not null,
  -- null: nothing is wrong with this one, it waits behind an earlier event of its stream
  error text,
  parked_at timestamptz not null default now(),
  primary key (read_model, position)
);
create index on projecting.parked (read_model, stream_id, position);

-- What an operator decided about a parked event, for ever: a skipped one is skipped by every replay and verification too.
create table projecting.decisions (
  projection text not null,
  position bigint not null,
  decision text not null check (decision in ('retry', 'skip')),
  decided_by text not null,
  decided_at timestamptz not null default now(),
  id bigint generated always as identity primary key
);
create index on projecting.decisions (projection, decision, position);

-- When a replay last took a read model's place: operators read it beside the read model's version.
create table projecting.rebuilds (
  projection text primary key,
  swapped_at timestamptz not null default now()
);

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

-- People whose data must still go from read models that hold names in clear, and from their copies. Written in the
-- transaction of the erasure; carried out behind it, because dropping a copy waits for whoever reads it.
create table projecting.erasures (
  id bigint primary key generated always as identity,
  kind text not null,
  person text not null,
  asked_at timestamptz not null default now(),
  done_at timestamptz
);
create index on projecting.erasures (id) where done_at is null;

grant usage on schema projecting to framelift_app;
grant select, insert, update, delete on projecting.parked to framelift_app;
grant select, insert on projecting.decisions to framelift_app;
grant select, insert, update on projecting.rebuilds, projecting.runs, projecting.erasures to framelift_app;
