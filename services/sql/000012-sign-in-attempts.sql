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
grant select, insert, update, delete on sign_in.attempts to framelift_app;
