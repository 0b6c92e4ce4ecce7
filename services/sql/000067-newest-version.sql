-- What RELEASES_URL announced last, and the version that an admin does not want to see again.
create schema releases;
create table releases.newest (
  one boolean primary key default true check (one),
  looked_at timestamptz not null,
  version text,
  dismissed text
);
grant usage on schema releases to framelift_app;
grant select, insert, update on releases.newest to framelift_app;
