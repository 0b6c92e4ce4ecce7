-- Pictures of the seller's site: encoded again, outside the log, by the hash that content names. One is stored before the draft that names it.
create schema pictures;
create table pictures.site (
  hash text primary key,
  image bytea not null,
  stored_at timestamptz not null default now()
);
grant usage on schema pictures to framelift_app;
grant select, insert, update, delete on pictures.site to framelift_app;
