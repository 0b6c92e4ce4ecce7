-- When each API key was last used, to the minute: no fact of the business, so not in the log.
create schema api_keys;
create table api_keys.last_uses (
  key_id text primary key,
  used_at timestamptz not null
);
grant usage on schema api_keys to framelift_app;
grant select, insert, update, delete on api_keys.last_uses to framelift_app;

-- The name of the API key that asked, beside its id in account_id.
alter table access.entries add column key_name text;
