-- Visits counted a moment ago: a keyed hash of visitor, affiliate and page, and the id that a repeated visit is answered.
-- Rows go within minutes.
create schema visits;
create table visits.recent (
  visit text primary key,
  counted_at timestamptz not null,
  visit_id uuid
);

-- Visits counted lately, by keyed hash of whom they are bounded for: a visitor and affiliate, or an address. Rows go after `ends_at`.
create table visits.bounds (
  bound text primary key,
  counted int not null,
  ends_at timestamptz not null
) with (fillfactor = 70);
create index on visits.bounds (ends_at);

grant usage on schema visits to framelift_app;
grant select, insert, update, delete on visits.recent, visits.bounds to framelift_app;
