pub(crate) mod full_export;
pub(crate) mod general;
pub(crate) mod import;
pub(crate) mod serve;
