-- breaking
-- Who lost a race for the head takes a turn: for at most 50 ms its session alone holds the lock of the appends, learns where
-- the log stands, and hashes onto that head as if no other process wrote. Hashing in plpgsql for one group at a time was slower.
drop function log.append_in_turn;

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

revoke all on function log.explain from public;
grant execute on function log.explain, log.append_lock to framelift_app;
