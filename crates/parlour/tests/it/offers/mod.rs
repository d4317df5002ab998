pub(crate) mod management;
