-- What the admin's look at the log asks for besides position, type and stream (docs/product.md#admin-dashboard).
-- Every append pays for an index, so each holds only what no other one answers: an event nobody caused carries its command's id as
-- correlation, and visits, the most of all events, have one actor.
create index on log.events (id);
create index on log.events ((metadata ->> 'correlationId') collate "C") where metadata ->> 'causationId' is not null;
create index on log.events ((metadata -> 'actor' ->> 'kind'), (metadata -> 'actor' ->> 'id'), position) where stream_id not like 'visits-%';
