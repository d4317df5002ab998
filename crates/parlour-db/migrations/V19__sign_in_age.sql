-- When the person last proved to the identity provider who they are: a session may start long after that. Null for
-- sessions that are older than this column.
alter table sessions add column authenticated_at timestamptz;
