mod conventions;
mod fuzzing;
mod idempotency;
mod live;
mod names;
mod rate_limits;
mod request_logs;
mod strict_handling;
