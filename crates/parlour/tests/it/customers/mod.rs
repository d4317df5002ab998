pub(crate) mod desk;
pub(crate) mod directory;
pub(crate) mod directory_search;
pub(crate) mod erasure;
mod marketing_consent_time;
pub(crate) mod merges;
pub(crate) mod profile;
pub(crate) mod tags;
