//! What the figures were made on.

use std::fs;
use std::process::Command;

use anyhow::Context;
use parlour_app::clock::Clock;

/// One line: day, processors, kernel, compiler.
pub(crate) fn facts() -> anyhow::Result<String> {
    let day = Clock::real().now().ist_date();
    let cores = std::thread::available_parallelism()?;
    let model = fs::read_to_string("/proc/cpuinfo")?
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(": ").map(|(_, model)| model.to_owned()))
        .unwrap_or_else(|| "processor of unknown make".to_owned());
    let (kernel, rustc) = (output("uname", "-sr")?, output("rustc", "--version")?);
    Ok(format!("{day}; {cores} cores ({model}), shared by server, client and database; {kernel}; {rustc}"))
}

fn output(program: &str, argument: &str) -> anyhow::Result<String> {
    let output = Command::new(program).arg(argument).output().with_context(|| program.to_owned())?;
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}
