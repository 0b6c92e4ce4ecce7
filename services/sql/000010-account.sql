-- Codes from authenticator apps (RFC 6238). The secret is sealed under the account's key; it counts once `turned_on_at` is set.
-- `last_step` is the step of the last code taken: no code is taken twice.
create table sign_in.totp (
  account_id text primary key,
  secret jsonb not null,
  turned_on_at timestamptz,
  last_step bigint not null default 0
);
-- Keyed hashes of what is left; using one deletes it.
create table sign_in.recovery_codes (
  account_id text not null,
  hash text not null,
  primary key (account_id, hash)
);
-- Sessions whose password was re-entered, and when last.
create table sign_in.confirmations (
  session_id text primary key,
  confirmed_at timestamptz not null
);
create index on sign_in.confirmations (confirmed_at);
grant select, insert, update, delete on sign_in.totp, sign_in.recovery_codes, sign_in.confirmations to framelift_app;
