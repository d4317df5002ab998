mod conventions;
mod fuzzing;
mod idempotency;
mod rate_limits;
mod request_logs;
mod strict_handling;
