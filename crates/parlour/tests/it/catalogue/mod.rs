pub(crate) mod management;
pub(crate) mod public_reads;
