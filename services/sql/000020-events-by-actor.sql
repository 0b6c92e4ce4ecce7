-- Newest events of a kind of actor first: without it, all of the store's or of affiliates' events are read and sorted.
drop index log.events_expr_position_idx;
create index on log.events ((metadata -> 'actor' ->> 'kind'), position) where stream_id not like 'visits-%';
