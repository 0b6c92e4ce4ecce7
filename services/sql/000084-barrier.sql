-- What leaves waits for the archive (docs/architecture.md#what-leaves).
alter table log.archive
  -- Since when the archive cannot be written, and why: a sentence. Null: it can.
  add column failing_since timestamptz,
  add column failure text,
  -- Since when nothing waits, because an operator decided so, until the archive is caught up; null: what leaves waits.
  add column bypassed_since timestamptz,
  -- The last event of the archive, where the log lost some that it has: nothing is appended until they are put back or given up.
  -- 0: it is being compared; null: it has no more than the log.
  add column ahead bigint;
