-- What a verification found: admins see when the books were last right.
alter table projecting.runs add column rows bigint, add column differing bigint;
