pub(crate) mod accounts;
