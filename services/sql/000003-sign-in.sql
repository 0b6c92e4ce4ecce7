-- Accounts' passwords: argon2id, never in the log. `token_version` rises when sessions must end.
create schema sign_in;
create table sign_in.credentials (
  account_id text primary key,
  password_hash text not null,
  token_version int not null default 1,
  changed_at timestamptz not null default now()
);
grant usage on schema sign_in to framelift_app;
grant select, insert, update, delete on sign_in.credentials to framelift_app;
