mod desk;
mod directory;
mod directory_search;
mod erasure;
mod marketing_consent_time;
mod merges;
mod profile;
mod tags;
