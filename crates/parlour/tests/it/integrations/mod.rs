pub(crate) mod clients;
pub(crate) mod status_api;
pub(crate) mod unreachable_services;
