-- Accounts' passwords: argon2id, never in the log. `token_version` rises when sessions must end.
create schema sign_in;
create table sign_in.credentials (
  account_id text primary key,
  password_hash text not null,
  token_version int not null default 1,
  changed_at timestamptz not null default now()
);

-- Sign-ins under way or failed, by account, address, or both: keyed hashes. `known` are pairs of an account and an address that
-- signed in before, which what others do from elsewhere does not slow down. Rows go a day (known ones a month) after the last.
create table sign_in.attempts (
  key text primary key,
  failures int not null,
  free_at timestamptz not null,
  last_at timestamptz not null,
  known boolean not null default false
) with (fillfactor = 70);
create index on sign_in.attempts (last_at);

-- Sessions that were logged out before their token expired. Rows go when the token would have died anyway.
create table sign_in.ended_sessions (
  session_id text primary key,
  expires_at timestamptz not null
);
create index on sign_in.ended_sessions (expires_at);

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

-- Links that set another password: one per account, kept as a keyed hash. `allowed_by` is the event that says who made it.
-- A used one stays until it would have ended, so that its command can be repeated.
create table sign_in.password_links (
  account_id text primary key,
  token_hash text not null unique,
  valid_until timestamptz not null,
  allowed_by uuid not null,
  used_at timestamptz
);
create index on sign_in.password_links (valid_until);

grant usage on schema sign_in to framelift_app;
grant select, insert, update, delete on all tables in schema sign_in to framelift_app;
