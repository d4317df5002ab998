mod consistency;
mod durability;
mod engines;
mod functions;
mod query_plans;
mod statements;
