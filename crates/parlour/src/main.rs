//! Parlour: a booking and customer-management service for salons and spas, in one binary.

mod commands;
mod logging;
mod progress;
mod settings;

use std::process::ExitCode;

use clap::Parser;
use rustix::fs::Mode;
use rustix::process::umask;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    // Before anything is created: files are for this user only (0600, folders 0700), whatever the umask was. It holds also
    // for what libraries create, such as the log of the database, and for `pg_dump`.
    umask(Mode::RWXG | Mode::RWXO);
    let arguments = commands::Arguments::parse();
    match arguments.command.run() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("parlour: {error:#}");
            ExitCode::FAILURE
        }
    }
}
