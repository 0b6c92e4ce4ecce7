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
grant select, insert, update, delete on sign_in.password_links to framelift_app;
