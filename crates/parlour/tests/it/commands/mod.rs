mod full_export;
mod general;
mod import;
mod serve;
