pub(crate) mod clients;
mod status_api;
mod unreachable_services;
