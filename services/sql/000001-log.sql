-- The event log (docs/architecture.md#the-log): one head row orders all appends; positions are dense and in commit order.

do $$ begin
  create role framelift_app nologin;
exception when duplicate_object or unique_violation then null;
end $$;

create schema log;

create table log.head (
  one boolean primary key default true check (one),
  position bigint not null,
  hash bytea not null,
  recorded_at timestamptz not null,
  partitions smallint not null
) with (fillfactor = 10);
insert into log.head (position, hash, recorded_at, partitions) values (0, decode(repeat('00', 32), 'hex'), 'epoch', 12);

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

-- Appends one group of events that the caller hashed onto the head it last saw. All or nothing: when the head moved, a
-- stream is not at its expected version or a command is already in the log, nothing is written, and the answer holds the
-- head, the actual version of every stream and the position of every command.
--
-- That a stream is not past its expected version, and a command not in the log, is what the unique indexes say while the
-- events go in; that it is not before it (a version would be left out) is asked first. Everything is planned once for an
-- empty table, so sequential scans are off: on the unique indexes the plan stays right as the table grows.
create function log.append(
  seen_hash bytea, streams text[], expected int[], commands uuid[],
  ids uuid[], stream_ids text[], versions int[], types text[], schema_versions smallint[], in_partitions smallint[],
  command_ids uuid[], fingerprints text[], hashes text[], datas text[], metadatas text[], new_recorded_at timestamptz,
  out accepted boolean, out head_position bigint, out head_hash bytea, out head_recorded_at timestamptz,
  out actual int[], out commands_at bigint[]
) language plpgsql security definer
  set search_path = pg_catalog, pg_temp set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  select h.position, h.hash, h.recorded_at into head_position, head_hash, head_recorded_at from log.head h for update;
  accepted := head_hash = seen_hash and new_recorded_at >= head_recorded_at and not exists (
    select from unnest(streams, expected) as t (s, v)
    where v > 0 and not exists (select from log.events e where e.stream_id = s and e.version = v));
  if accepted then
    begin
      insert into log.events (position, version, schema_version, partition, recorded_at, id, command_id, stream_id, type, fingerprint, hash, data, metadata)
      select head_position + n, v, sv, p, new_recorded_at, i, c, s, t, decode(f, 'hex'), decode(h, 'hex'), d::json, m::json
      from unnest(versions, schema_versions, in_partitions, ids, command_ids, stream_ids, types, fingerprints, hashes, datas, metadatas)
        with ordinality as u (v, sv, p, i, c, s, t, f, h, d, m, n);
      head_position := head_position + cardinality(ids);
      head_hash := decode(hashes[cardinality(hashes)], 'hex');
      head_recorded_at := new_recorded_at;
      update log.head set position = head_position, hash = head_hash, recorded_at = head_recorded_at;
      return;
    exception when unique_violation then
      accepted := false;
    end;
  end if;
  actual := array(
    select coalesce((select e.version from log.events e where e.stream_id = s order by e.version desc limit 1), 0)
    from unnest(streams) with ordinality as t (s, n) order by n);
  commands_at := array(
    select (select e.position from log.events e where e.command_id = c)
    from unnest(commands) with ordinality as t (c, n) order by n);
end $$;

-- Takes the head row's lock for the caller's transaction and answers the head: for appends that lost two races.
create function log.lock(out head_position bigint, out head_hash bytea, out head_recorded_at timestamptz)
language sql security definer set search_path = pg_catalog, pg_temp as
$$ select position, hash, recorded_at from log.head for update $$;

-- Snapshots of write-side states: starting points, never truth. `evolve` is the version of the fold that made one.
create table log.snapshots (
  stream_id text not null,
  decider text not null,
  evolve int not null,
  version int not null,
  state json not null,
  primary key (stream_id, decider)
);

create schema vault;
-- One data key per subject (a person, or a day's visitors), wrapped by MASTER_KEY. Deleting the row erases the subject.
create table vault.keys (
  subject text primary key,
  wrapped bytea not null,
  created_at timestamptz not null default now()
);
-- What MASTER_KEY and CLAIM_KEY must reproduce, so that a wrong key refuses to start.
create table vault.key_checks (name text primary key, value bytea not null);

revoke all on all functions in schema log from public;
grant usage on schema log, vault to framelift_app;
grant select on log.events, log.head to framelift_app;
grant execute on function log.append, log.lock to framelift_app;
grant select, insert, update, delete on log.snapshots, vault.keys, vault.key_checks to framelift_app;
