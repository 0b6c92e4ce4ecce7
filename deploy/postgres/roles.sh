#!/bin/sh
# The role the processes use: it may append to the log and read it; only the owner's role changes the schema.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$FRAMELIFT_PASSWORD" -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
create role framelift login password :'password';
SQL
