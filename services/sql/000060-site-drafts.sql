-- Drafts of the seller's site: one for each section, which all admins see. Publishing is an event; a draft is not.
create schema drafts;
create table drafts.sections (
  section text primary key,
  content jsonb not null,
  note text,
  author_id text not null,
  saved_at timestamptz not null,
  based_on bigint not null
);
grant usage on schema drafts to framelift_app;
grant select, insert, update, delete on drafts.sections to framelift_app;
