mod full_export;
mod general;
mod import;
mod import_formats;
mod serve;
mod users;
