-- How far the relay has published the log (docs/architecture.md#the-feed). One row per topic; `next_offsets` holds, per partition,
-- the offset behind the last message written: a topic that ends before it was deleted or truncated at its end.
create schema feed;
create table feed.relays (
  topic text primary key,
  position bigint not null,
  next_offsets bigint[] not null
);
grant usage on schema feed to framelift_app;
grant select, insert, update on feed.relays to framelift_app;
