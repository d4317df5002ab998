pub(crate) mod desk;
pub(crate) mod directory;
pub(crate) mod directory_search;
pub(crate) mod directory_typed_search;
pub(crate) mod erasure;
pub(crate) mod merges;
pub(crate) mod profile;
pub(crate) mod tags;
