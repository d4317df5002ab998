//! Statements, their parameters and the rows that they read.

pub mod column;
pub mod cursor;
mod domain_rows;
pub mod json;
pub(super) mod like_pattern;
pub(super) mod rewriting;
pub(super) mod row;
pub(super) mod row_type;
pub(super) mod search_index;
pub mod sql_text;
pub(super) mod sql_value;
