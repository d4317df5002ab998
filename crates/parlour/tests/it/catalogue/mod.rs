mod management;
mod pictures;
mod public_reads;
