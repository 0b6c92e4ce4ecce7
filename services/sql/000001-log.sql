-- The event log (docs/architecture.md#the-log). Its head is its last event; an append only inserts: the primary key lets one
-- event take a position, and the hash of the event before it proves that nothing came between.
--
-- Appends hold an advisory lock until they commit, shared. A process that met another one's events takes turns: its session
-- holds that lock alone for a moment, learns where the log stands (`explain`), and appends as if nobody else wrote.

do $$ begin
  create role framelift_app nologin;
exception when duplicate_object or unique_violation then null;
end $$;

create schema log;

create table log.settings (
  one boolean primary key default true check (one),
  -- Fixed when the log is created.
  partitions smallint not null,
  -- An operator said that the log holds times up to here although the clock does not show them yet.
  time_accepted_until timestamptz
);
insert into log.settings (partitions) values (12);

create table log.events (
  position bigint primary key,
  version int not null check (version > 0),
  schema_version smallint not null,
  partition smallint not null,
  recorded_at timestamptz not null,
  id uuid not null,
  command_id uuid unique,
  stream_id text not null,
  type text not null,
  fingerprint bytea,
  hash bytea not null,
  data json not null,
  metadata json not null,
  unique (stream_id, version)
);
create index on log.events (partition, position);
-- What admins ask of the log besides position and stream. Every append pays for an index, so each holds only what no other one
-- answers: an event that nothing caused carries its command's id as correlation, and visits, the most of all events, have one actor.
create index on log.events (type, position) where type <> 'VisitTracked';
create index on log.events (type, (metadata -> 'actor' ->> 'kind'), position) where stream_id not like 'visits-%';
create index on log.events ((metadata -> 'actor' ->> 'kind'), position) where stream_id not like 'visits-%';
create index on log.events ((metadata -> 'actor' ->> 'kind'), (metadata -> 'actor' ->> 'id'), position) where stream_id not like 'visits-%';
create index on log.events ((metadata ->> 'correlationId') collate "C")
  where stream_id not like 'visits-%' and metadata ->> 'causationId' is not null;
create index on log.events (id) where id is distinct from command_id;

create view log.head as
  select true as one, coalesce(last.position, 0) as position, coalesce(last.hash, decode(repeat('00', 32), 'hex')) as hash,
    coalesce(last.recorded_at, 'epoch') as recorded_at, settings.partitions
  from log.settings left join lateral (select position, hash, recorded_at from log.events order by position desc limit 1) last on true;

-- Whether an event may be recorded at this time: at most 5 s from the database's clock when the statement arrived. A program
-- that plays history sets framelift.simulated_clock.
create function log.accepts_time(at timestamptz) returns boolean language sql volatile
begin atomic
  select at >= statement_timestamp() - interval '5 s'
      and at <= greatest(clock_timestamp() + interval '5 s', (select time_accepted_until from log.settings))
    or coalesce(current_setting('framelift.simulated_clock', true), '') = 'on';
end;

-- Appends events that the caller hashed onto the head it last saw; its arrays are made for PostgreSQL's binary protocol.
-- @returns the first one's position, or null: the head moved, a stream is not that far, or the clock does not fit; why, `explain`
-- says. A stream past its version, a known command and a taken position violate unique indexes. Streams that were only read are
-- `unchanged_streams`: they must have no event after the version.
create function log.append(
  seen_hash bytea, new_recorded_at timestamptz, known_streams text[], known_versions int[],
  unchanged_streams text[], unchanged_versions int[],
  ids uuid[], stream_ids text[], versions int[], types text[], schema_versions smallint[], in_partitions smallint[],
  command_ids uuid[], fingerprints bytea[], hashes bytea[], datas json[], metadatas json[]
) returns bigint language sql security definer
  set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off begin atomic
  with locked as materialized (select pg_advisory_xact_lock_shared(hashtextextended('framelift append', 0))),
    seen as (
      select coalesce(last.position, 0) as position
      from locked left join (select e.position, e.hash, e.recorded_at from log.events e order by e.position desc limit 1) last on true
      where coalesce(last.hash, decode(repeat('00', 32), 'hex')) = seen_hash
        and coalesce(last.recorded_at, 'epoch') <= new_recorded_at
        and (new_recorded_at between statement_timestamp() - interval '5 s' and statement_timestamp() + interval '5 s' or log.accepts_time(new_recorded_at))
        and not exists (
          select from unnest(known_streams, known_versions) as t (s, v)
          where (select e.version from log.events e where e.stream_id = s and e.version = v) is null)
        and not exists (
          select from unnest(unchanged_streams, unchanged_versions) as t (s, v)
          where (select e.version from log.events e where e.stream_id = s and e.version = v + 1) is not null))
  insert into log.events (position, version, schema_version, partition, recorded_at, id, command_id, stream_id, type, fingerprint, hash, data, metadata)
  select seen.position + n, v, sv, p, new_recorded_at, i, c, s, t, f, h, d, m
  from seen, unnest(versions, schema_versions, in_partitions, ids, command_ids, stream_ids, types, fingerprints, hashes, datas, metadatas)
    with ordinality as u (v, sv, p, i, c, s, t, f, h, d, m, n)
  returning position;
end;

-- What some appends meet at the head, for a caller that holds the lock. `known` is the furthest event that it has seen: where
-- that is not in the log, the log lost commits.
create function log.explain(
  known_position bigint, known_hash bytea, sent_at timestamptz, commands uuid[], streams text[],
  out is_known boolean, out accepts_time boolean, out clock timestamptz,
  out head_position bigint, out head_hash bytea, out head_recorded_at timestamptz, out versions int[], out commands_at bigint[]
) language sql stable security definer
  set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off begin atomic
  select known_position = 0 or exists (select from log.events e where e.position = known_position and e.hash = known_hash),
    log.accepts_time(sent_at) and log.accepts_time(greatest(sent_at, h.recorded_at)), clock_timestamp(),
    h.position, h.hash, h.recorded_at,
    array(select coalesce((select e.version from log.events e where e.stream_id = s order by e.version desc limit 1), 0)
      from unnest(streams) with ordinality as t (s, n) order by n),
    array(select (select e.position from log.events e where e.command_id = c) from unnest(commands) with ordinality as t (c, n) order by n)
  from log.head h;
end;

-- Snapshots of write-side states: starting points, never truth. `evolve` is the version of the fold that made one, and
-- `written_by` the events, in which versions, that the program knew which folded it: another program folds for itself.
create table log.snapshots (
  stream_id text not null,
  decider text not null,
  evolve int not null,
  version int not null,
  state json not null,
  written_by text,
  primary key (stream_id, decider)
);

-- What a process noticed that had seen events which the log no longer holds.
create table log.losses (
  noticed_at timestamptz not null default now(),
  position bigint not null,
  hash bytea not null,
  head_position bigint not null,
  primary key (noticed_at, position)
);

revoke all on all functions in schema log from public;
grant usage on schema log to framelift_app;
grant select on log.events, log.head, log.settings to framelift_app;
grant execute on function log.append, log.explain to framelift_app;
grant select, insert, update, delete on log.snapshots to framelift_app;
grant select, insert on log.losses to framelift_app;
