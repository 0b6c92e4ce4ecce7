-- Tags of events prove that none of a stream is missing (docs/architecture.md#the-tree). The map of streams, which nobody outside could check, goes.
drop table log.stream_heads, log.stream_buckets;
alter table log.checkpoint drop column map_root;
