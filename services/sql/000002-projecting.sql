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

-- The admin's look at the log by kind of event.
create index on log.events (type, position);

grant usage on schema projecting to framelift_app;
grant select, insert, update, delete on projecting.parked to framelift_app;
grant select, insert on projecting.decisions to framelift_app;
