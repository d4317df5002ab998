mod management;
mod public_reads;
