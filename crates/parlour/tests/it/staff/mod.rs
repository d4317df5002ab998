pub(crate) mod leave;
pub(crate) mod profiles;
pub(crate) mod schedules;
