-- A type together with a kind of actor that never causes it: without this, all events of the type are read to find none.
create index on log.events (type, (metadata -> 'actor' ->> 'kind'), position) where stream_id not like 'visits-%';
