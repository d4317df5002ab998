pub(crate) mod clients;
pub(crate) mod status_api;
mod unreachable_services;
