pub mod gems_accounts;
