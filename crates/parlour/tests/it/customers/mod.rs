mod desk;
mod directory;
mod directory_search;
mod erasure;
mod merges;
mod profile;
mod tags;
