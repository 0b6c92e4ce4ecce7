-- When a replay last took a read model's place: operators read it beside the read model's version.
create table projecting.rebuilds (
  projection text primary key,
  swapped_at timestamptz not null default now()
);
grant select, insert, update on projecting.rebuilds to framelift_app;
