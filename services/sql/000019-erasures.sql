-- People whose data must still go from read models that hold names in clear, and from their copies. Written in the
-- transaction of the erasure; carried out behind it, because dropping a copy waits for whoever reads it.
create table projecting.erasures (
  id bigint primary key generated always as identity,
  kind text not null,
  person text not null,
  asked_at timestamptz not null default now(),
  done_at timestamptz
);
create index on projecting.erasures (id) where done_at is null;
grant select, insert, update on projecting.erasures to framelift_app;
