//! Parlour: a booking and customer-management service for salons and spas, in one binary.

mod commands;
mod logging;
mod progress;
mod settings;

use std::process::ExitCode;

use clap::Parser;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let arguments = commands::Arguments::parse();
    match arguments.command.run() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("parlour: {error:#}");
            ExitCode::FAILURE
        }
    }
}
