-- Proofs of payment: re-encoded images outside the log, by the hash that an event names. One is stored before its event.
create schema affiliate;
create table affiliate.proofs (
  affiliate_id text not null,
  sha256 text not null,
  mime text not null,
  image bytea not null,
  stored_at timestamptz not null default now(),
  -- Found to be named by an event; it stays until the affiliate is erased.
  is_named boolean not null default false,
  primary key (affiliate_id, sha256)
);
grant usage on schema affiliate to framelift_app;
grant select, insert, update, delete on affiliate.proofs to framelift_app;
