-- breaking
-- The log's head is its last event. A row of its own was updated by every append, and beside a transaction that stays open
-- (a dump, a report) each append walked through all its dead versions. Now an append only inserts: the primary key lets one
-- event take a position, and the hash of the event before it proves that nothing came between.
--
-- Appends hold an advisory lock until they commit: shared where the caller guessed the head (`append_one`, `append_group`),
-- alone where it queues (`append_in_turn`). So who lost a race gets its turn, and no guess overtakes it for ever.

create table log.settings (
  one boolean primary key default true check (one),
  -- Fixed when the log is created.
  partitions smallint not null,
  -- An operator said that the log holds times up to here although the clock does not show them yet.
  time_accepted_until timestamptz
);
insert into log.settings (partitions) select partitions from log.head;

drop function log.append;
drop function log.append_one;
drop function log.append_group;
drop function log.lock;
drop table log.head;

create view log.head as
  select true as one, coalesce(last.position, 0) as position, coalesce(last.hash, decode(repeat('00', 32), 'hex')) as hash,
    coalesce(last.recorded_at, 'epoch') as recorded_at, settings.partitions
  from log.settings left join lateral (select position, hash, recorded_at from log.events order by position desc limit 1) last on true;

-- The key of the lock that appends hold.
create function log.append_lock() returns bigint language sql immutable
return hashtextextended('framelift append', 0);

-- Whether an event may be recorded at this time: at most 5 s from the database's clock when the statement arrived. A program
-- that plays history sets framelift.simulated_clock.
create function log.accepts_time(at timestamptz) returns boolean language sql volatile
begin atomic
  select at >= statement_timestamp() - interval '5 s'
      and at <= greatest(clock_timestamp() + interval '5 s', (select time_accepted_until from log.settings))
    or coalesce(current_setting('framelift.simulated_clock', true), '') = 'on';
end;

-- One event, hashed by the caller onto the head it last saw. @returns its position, or null: the head moved, the stream is not
-- that far, or the clock does not fit. A stream past its version, a known command and a taken position violate unique indexes.
-- Why, append_in_turn says.
create function log.append_one(
  seen_hash bytea, new_recorded_at timestamptz, seen_version int, id uuid, stream_id text, type text, schema_version smallint,
  in_partition smallint, command_id uuid, fingerprint text, new_hash text, data text, metadata text
) returns bigint language sql security definer begin atomic
  with locked as materialized (select pg_advisory_xact_lock_shared(hashtextextended('framelift append', 0))),
    seen as (
      select coalesce(last.position, 0) as position
      from locked left join (select e.position, e.hash, e.recorded_at from log.events e order by e.position desc limit 1) last on true
      where coalesce(last.hash, decode(repeat('00', 32), 'hex')) = seen_hash
        and coalesce(last.recorded_at, 'epoch') <= new_recorded_at
        and (new_recorded_at between statement_timestamp() - interval '5 s' and statement_timestamp() + interval '5 s' or log.accepts_time(new_recorded_at))
        and (seen_version = 0
          or (select e.version from log.events e where e.stream_id = append_one.stream_id and e.version = seen_version) is not null))
  insert into log.events (position, version, schema_version, partition, recorded_at, id, command_id, stream_id, type, fingerprint, hash, data, metadata)
  select seen.position + 1, seen_version + 1, append_one.schema_version, in_partition, new_recorded_at, append_one.id, append_one.command_id,
    append_one.stream_id, append_one.type, decode(append_one.fingerprint, 'hex'), decode(new_hash, 'hex'),
    append_one.data::json, append_one.metadata::json
  from seen
  returning position;
end;

-- The same for a group of events; its arrays are made for PostgreSQL's binary protocol.
create function log.append_group(
  seen_hash bytea, new_recorded_at timestamptz, known_streams text[], known_versions int[],
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
          where (select e.version from log.events e where e.stream_id = s and e.version = v) is null))
  insert into log.events (position, version, schema_version, partition, recorded_at, id, command_id, stream_id, type, fingerprint, hash, data, metadata)
  select seen.position + n, v, sv, p, new_recorded_at, i, c, s, t, f, h, d, m
  from seen, unnest(versions, schema_versions, in_partitions, ids, command_ids, stream_ids, types, fingerprints, hashes, datas, metadatas)
    with ordinality as u (v, sv, p, i, c, s, t, f, h, d, m, n)
  returning position;
end;

-- Appends in one statement what may follow the head once this call's turn has come, and says of the rest why not. Each append
-- is all or nothing. `stream_appends` and `event_streams` say which append a stream and which stream an event belongs to
-- (from 1, ascending); an expected version of null is any. `known` is the furthest event that the caller has seen: where it
-- is not in the log, the log lost commits, and nothing is written.
create function log.append_in_turn(
  known_position bigint, known_hash bytea, sent_at timestamptz,
  commands uuid[], fingerprints text[],
  stream_appends int[], streams text[], expected int[],
  event_streams int[], ids uuid[], types text[], schema_versions smallint[], in_partitions smallint[], datas text[], metadatas text[],
  out is_known boolean, out before_hash bytea, out head_position bigint, out head_hash bytea, out head_recorded_at timestamptz,
  out first_positions bigint[], out actual int[], out commands_at bigint[]
) language plpgsql security definer
  set search_path = pg_catalog, pg_temp set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  of_append int;
  fits boolean;
  stream int := 1;
  event int := 1;
  first int;
  stream_of int;
  -- Per stream, at its first place in `streams`: its version now.
  current int[];
  count int := 0;
  at_text text;
  before_position bigint;
  -- The events that are appended: which, and what they get.
  chosen int[];
  new_versions int[];
  new_hashes bytea[];
  new_commands uuid[];
  new_fingerprints text[];
begin
  perform pg_advisory_xact_lock(log.append_lock());
  select h.position, h.hash, h.recorded_at into head_position, head_hash, head_recorded_at from log.head h;
  before_position := head_position;
  before_hash := head_hash;
  is_known := known_position = 0 or exists (select from log.events e where e.position = known_position and e.hash = known_hash);
  if not is_known then return; end if;
  head_recorded_at := greatest(date_trunc('milliseconds', sent_at), head_recorded_at);
  if not (log.accepts_time(sent_at) and log.accepts_time(head_recorded_at)) then
    raise exception 'sent at %, it would be recorded at %; the database''s clock shows %', sent_at, head_recorded_at, clock_timestamp()
      using errcode = 'FL001';
  end if;
  at_text := to_char(head_recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
  commands_at := array(
    select (select e.position from log.events e where e.command_id = c) from unnest(commands) with ordinality as t (c, n) order by n);
  actual := array(
    select coalesce((select e.version from log.events e where e.stream_id = s order by e.version desc limit 1), 0)
    from unnest(streams) with ordinality as t (s, n) order by n);
  current := actual;
  for of_append in 1 .. cardinality(commands) loop
    first_positions[of_append] := null;
    fits := commands_at[of_append] is null;
    while stream_appends[stream] = of_append loop
      -- A stream that an earlier append of this call took is where that one left it.
      actual[stream] := current[array_position(streams, streams[stream])];
      fits := fits and coalesce(expected[stream] = actual[stream], true);
      stream := stream + 1;
    end loop;
    while stream_appends[event_streams[event]] = of_append loop
      if fits then
        stream_of := event_streams[event];
        head_position := head_position + 1;
        first := array_position(streams, streams[stream_of]);
        current[first] := current[first] + 1;
        actual[stream_of] := current[first];
        head_hash := sha256(head_hash || convert_to(
          octet_length(head_position::text) || ':' || head_position || ','
          || octet_length(streams[stream_of]) || ':' || streams[stream_of] || ','
          || octet_length(actual[stream_of]::text) || ':' || actual[stream_of] || ','
          || octet_length(ids[event]::text) || ':' || ids[event] || ','
          || octet_length(types[event]) || ':' || types[event] || ','
          || octet_length(schema_versions[event]::text) || ':' || schema_versions[event] || ','
          || octet_length(at_text) || ':' || at_text || ','
          || octet_length(datas[event]) || ':' || datas[event] || ','
          || octet_length(metadatas[event]) || ':' || metadatas[event] || ',', 'UTF8'));
        count := count + 1;
        chosen[count] := event;
        new_versions[count] := actual[stream_of];
        new_hashes[count] := head_hash;
        -- A command's first event carries its id and fingerprint.
        new_commands[count] := case when first_positions[of_append] is null then commands[of_append] end;
        new_fingerprints[count] := case when first_positions[of_append] is null then fingerprints[of_append] end;
        first_positions[of_append] := coalesce(first_positions[of_append], head_position);
      end if;
      event := event + 1;
    end loop;
  end loop;
  insert into log.events (position, version, schema_version, partition, recorded_at, id, command_id, stream_id, type, fingerprint, hash, data, metadata)
  select before_position + n, v, schema_versions[e], in_partitions[e], head_recorded_at, ids[e], c, streams[event_streams[e]], types[e],
    decode(f, 'hex'), h, datas[e]::json, metadatas[e]::json
  from unnest(chosen, new_versions, new_hashes, new_commands, new_fingerprints) with ordinality as u (e, v, h, c, f, n);
end $$;

revoke all on function log.append_lock, log.accepts_time, log.append_one, log.append_group, log.append_in_turn from public;
grant select on log.head, log.settings to framelift_app;
grant execute on function log.append_one, log.append_group, log.append_in_turn to framelift_app;

-- What a process noticed that had seen events which the log no longer holds.
create table log.losses (
  noticed_at timestamptz not null default now(),
  position bigint not null,
  hash bytea not null,
  head_position bigint not null,
  primary key (noticed_at, position)
);
grant select, insert on log.losses to framelift_app;

-- A snapshot says which events, in which versions, the program knew that folded it: another program folds for itself.
alter table log.snapshots add column written_by text;
