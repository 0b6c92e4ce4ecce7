-- The continuous archive (docs/architecture.md#the-archive): how far it reaches, and what changed beside the log since.
create table log.archive (
  one boolean primary key default true check (one),
  -- Every later transaction notes what it changes beside the log.
  begun xid8 not null default pg_current_xact_id(),
  -- The newest complete backup of this log; null: the archive waits for one, since then.
  base text,
  waiting_since timestamptz not null default clock_timestamp(),
  -- The last event in the archive, and when it got there.
  position bigint not null default 0,
  hash bytea not null default decode(repeat('00', 32), 'hex'),
  archived_at timestamptz,
  -- The last event of the segment that is being written; null: none is.
  writing bigint
);
-- Rows of other tables that changed: the table and the key of the row. Empty while there is no row above.
create table log.beside (
  n bigint generated always as identity primary key,
  name text not null,
  key text not null,
  -- The last event of the segment that it belongs to; null: of none yet.
  segment bigint
);
grant select, insert, update, delete on log.archive to framelift_app;
grant select, update, delete on log.beside to framelift_app;

-- `tg_argv[0]` are the columns of the table's key. As its owner, because whoever changes a row must not choose what is noted.
create function log.note_beside() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from log.archive) then
    execute format(
      'insert into log.beside (name, key) select %L, (select row_to_json(k)::text from (select %s) k) from changed',
      format('%I.%I', tg_table_schema, tg_table_name), tg_argv[0]);
  end if;
  return null;
end $$;

-- Notes the changes of a table from now on, once per statement. The caller owns the table.
create function log.watch_beside(watched regclass, key text) returns void language plpgsql as $$
declare
  change text;
begin
  foreach change in array array['insert', 'update', 'delete'] loop
    if not exists (select from pg_trigger where tgrelid = watched and tgname = 'beside_' || change) then
      execute format(
        'create trigger %I after %s on %s referencing %s table as changed for each statement execute function log.note_beside(%L)',
        'beside_' || change, change, watched, case change when 'delete' then 'old' else 'new' end, key);
    end if;
  end loop;
end $$;
revoke all on function log.note_beside, log.watch_beside from public;
grant execute on function log.note_beside, log.watch_beside to framelift_app;

select log.watch_beside(watched, key)
from (values
  ('vault.keys'::regclass, 'subject'),
  ('sign_in.credentials', 'account_id'),
  ('sign_in.totp', 'account_id'),
  ('sign_in.recovery_codes', 'account_id, hash'),
  ('affiliate.proofs', 'affiliate_id, sha256'),
  ('pictures.site', 'hash'),
  ('projecting.decisions', 'id'),
  ('store.intents', 'checkout_id'),
  ('store.reconciliation', 'provider'),
  ('webhooks.endpoints', 'webhook_id')
) as kept (watched, key);
