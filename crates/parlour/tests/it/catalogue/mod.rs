mod hindi_names;
mod management;
mod pictures;
mod public_reads;
