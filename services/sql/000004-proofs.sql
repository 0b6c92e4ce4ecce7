-- Proofs of payment: re-encoded images outside the log; the event holds their hash.
create schema affiliate;
create table affiliate.proofs (
  cashout_id text primary key,
  affiliate_id text not null,
  mime text not null,
  image bytea not null,
  created_at timestamptz not null default now()
);
create index on affiliate.proofs (affiliate_id);
grant usage on schema affiliate to framelift_app;
grant select, insert, update, delete on affiliate.proofs to framelift_app;
