-- The Merkle tree over all events (RFC 6962), and a map from each stream to its last event (docs/architecture.md#the-tree). Both are
-- derived from log.events up to the checkpoint; a process that extends them does so in one transaction with it.

-- Complete tiles of 256 leaves: the hashes of the leaves, and the root over them. Partial ones are hashed from the events.
create table log.tiles (
  n bigint primary key,
  root bytea not null,
  leaves bytea not null
);
alter table log.tiles alter column leaves set storage external;

-- The last event of each stream, by sha256 of the stream's name. A bucket is the first 16 bits of that.
create table log.stream_heads (
  bucket int not null,
  key bytea not null,
  version int not null,
  hash bytea not null,
  primary key (bucket, key)
);

-- Per bucket the root of its part of the map, and whether that is a single stream's.
create table log.stream_buckets (
  bucket int primary key,
  root bytea not null,
  is_single boolean not null
);

-- The last checkpoint: the tree's size and root, the map's root, and both signed as a note (c2sp.org/tlog-checkpoint).
create table log.checkpoint (
  one boolean primary key default true check (one),
  size bigint not null,
  root bytea not null,
  map_root bytea not null,
  note text not null,
  signed_at timestamptz not null
);

grant select, insert, update on log.tiles, log.stream_heads, log.stream_buckets, log.checkpoint to framelift_app;
