pub(crate) mod api;
