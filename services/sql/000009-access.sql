-- Who got in, who was refused, and which admin read whose data: no facts of the business, so not in the log. Kept 12 months.
create schema access;
create table access.entries (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  kind text not null check (kind in ('signed in', 'refused', 'read')),
  -- an account's id (a pseudonym), or null where there is none by the name given
  account_id text,
  -- whose data, where it was one person's
  about text,
  call text not null,
  status smallint not null,
  -- keyed hash of the address
  came_from text not null
);
create index on access.entries (at);
grant usage on schema access to framelift_app;
grant select, insert, delete on access.entries to framelift_app;
