-- What leaves waits for the archive (docs/architecture.md#what-leaves).
alter table log.archive
  -- Since when the archive cannot be written, and why: a sentence. Null: it can.
  add column failing_since timestamptz,
  add column failure text,
  -- Since when nothing waits, because an operator decided so, until the archive is caught up; null: what leaves waits.
  add column bypassed_since timestamptz;
