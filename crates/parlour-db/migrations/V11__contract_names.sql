-- Tables are called what the contract calls their rows. Indexes and constraints keep their names: SQLite cannot rename
-- constraints, and both engines name them in errors.
alter table work rename to queued_jobs;
alter table email_sends rename to emails;
alter table loyalty_accounts rename to gems_accounts;
alter table loyalty_lots rename to gems_lots;
alter table loyalty_transactions rename to gems_transactions;
