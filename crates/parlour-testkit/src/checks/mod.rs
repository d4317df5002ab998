pub mod audit_log;
pub mod composed_sql;
pub mod concurrency;
pub mod database;
pub mod http_body;
pub mod json;
pub mod pdf;
pub mod time;
