-- Visits counted a moment ago: a keyed hash of visitor, affiliate and page. Rows go within minutes.
create schema visits;
create table visits.recent (
  visit text primary key,
  counted_at timestamptz not null
);
grant usage on schema visits to framelift_app;
grant select, insert, update, delete on visits.recent to framelift_app;
