pub(crate) mod conventions;
pub(crate) mod fuzzing;
pub(crate) mod idempotency;
pub(crate) mod rate_limits;
pub(crate) mod request_logs;
