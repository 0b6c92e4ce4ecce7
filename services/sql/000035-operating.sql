-- How the read model that a replay swapped in differed from the one it took the place of; null: nothing could be compared.
alter table projecting.rebuilds add column difference jsonb;
