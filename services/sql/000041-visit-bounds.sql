-- A repeated visit is answered the first one's id; rows written before this migration have none.
alter table visits.recent add column visit_id uuid;
-- Visits counted lately, by keyed hash of whom they are bounded for: a visitor and affiliate, or an address. Rows go after `ends_at`.
create table visits.bounds (
  bound text primary key,
  counted int not null,
  ends_at timestamptz not null
) with (fillfactor = 70);
create index on visits.bounds (ends_at);
grant select, insert, update, delete on visits.bounds to framelift_app;
