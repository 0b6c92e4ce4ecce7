-- A group in one statement. Like log.append_one it says only that it appended: why not, log.append explains. Against
-- log.append it spares a subtransaction and three statements, and its arrays are made for PostgreSQL's binary protocol.
--
-- A stream that was at a version must be there still: asked by a scalar subquery, so that it stays on the unique index also
-- when the function was planned on an empty table. That it is not past it, its unique index says.
create function log.append_group(
  seen_hash bytea, new_recorded_at timestamptz, known_streams text[], known_versions int[],
  ids uuid[], stream_ids text[], versions int[], types text[], schema_versions smallint[], in_partitions smallint[],
  command_ids uuid[], fingerprints bytea[], hashes bytea[], datas json[], metadatas json[]
) returns bigint language sql security definer
  set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off begin atomic
  with moved as (
    update log.head h set position = h.position + cardinality(ids), hash = hashes[cardinality(hashes)], recorded_at = new_recorded_at
    where h.hash = seen_hash and h.recorded_at <= new_recorded_at and not exists (
      select from unnest(known_streams, known_versions) as t (s, v)
      where (select e.version from log.events e where e.stream_id = s and e.version = v) is null)
    returning h.position - cardinality(ids) as before)
  insert into log.events (position, version, schema_version, partition, recorded_at, id, command_id, stream_id, type, fingerprint, hash, data, metadata)
  select moved.before + n, v, sv, p, new_recorded_at, i, c, s, t, f, h, d, m
  from moved, unnest(versions, schema_versions, in_partitions, ids, command_ids, stream_ids, types, fingerprints, hashes, datas, metadatas)
    with ordinality as u (v, sv, p, i, c, s, t, f, h, d, m, n)
  returning position;
end;

revoke all on function log.append_group from public;
grant execute on function log.append_group to framelift_app;

-- A command's first event carries its id as its own, so only the others need to be found by theirs; a random key costs an
-- append most. Visits, the most of all events, are no admin's, no event causes them, and they are found wherever one looks.
drop index log.events_id_idx;
create index on log.events (id) where id is distinct from command_id;
drop index log.events_type_position_idx;
create index on log.events (type, position) where type <> 'VisitTracked';
drop index log.events_expr_idx;
create index on log.events ((metadata ->> 'correlationId') collate "C") where stream_id not like 'visits-%' and metadata ->> 'causationId' is not null;
drop index log.events_expr_position_idx;
create index on log.events ((metadata -> 'actor' ->> 'kind'), position) where stream_id not like 'visits-%' and metadata -> 'actor' ->> 'kind' in ('admin', 'system');
