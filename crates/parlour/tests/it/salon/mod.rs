mod settings;
mod setup;
mod starter_catalogue;
