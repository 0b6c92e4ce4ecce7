-- Admins and the system act seldom: without an order of their own, their newest events are looked for through the whole log.
create index on log.events ((metadata -> 'actor' ->> 'kind'), position) where metadata -> 'actor' ->> 'kind' in ('admin', 'system');
