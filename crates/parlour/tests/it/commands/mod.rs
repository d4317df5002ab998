mod full_export;
mod general;
mod hostile_clients;
mod import;
mod import_formats;
mod operations;
mod serve;
mod users;
