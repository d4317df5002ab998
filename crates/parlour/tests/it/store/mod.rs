pub(crate) mod composed_sql;
pub(crate) mod consistency;
pub(crate) mod durability;
pub(crate) mod engines;
pub(crate) mod functions;
pub(crate) mod query_plans;
pub(crate) mod statements;
