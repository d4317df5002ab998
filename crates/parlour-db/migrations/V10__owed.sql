-- The browsers that still lack a notice which another has: ids with spaces between.
alter table notifications add column owed_to text;
