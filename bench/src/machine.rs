//! The machine on which the figures were measured.

use std::process::Command;
use std::time::Duration;
use std::{fs, thread};

use anyhow::Context;
use parlour_integrations::clock::Clock;

/// Describes date, processors, kernel and compiler in one line.
pub(crate) fn describe_machine() -> anyhow::Result<String> {
    let day = Clock::real().now().ist_date();
    let cores = std::thread::available_parallelism()?;
    let model = fs::read_to_string("/proc/cpuinfo")?
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(": ").map(|(_, model)| model.to_owned()))
        .unwrap_or_else(|| "unknown processor".to_owned());
    let (kernel, rustc) = (output("uname", "-sr")?, output("rustc", "--version")?);
    Ok(format!("{day}; {cores} cores ({model}), shared by server, client and database; {kernel}; {rustc}"))
}

/// Returns the share of the CPU that other processes use now, while the benchmark waits.
pub(crate) fn busy_share() -> anyhow::Result<f64> {
    const INTERVAL: Duration = Duration::from_millis(500);
    let (idle_before, all_before) = processor_time()?;
    thread::sleep(INTERVAL);
    let (idle, all) = processor_time()?;
    Ok(1.0 - (idle - idle_before) / (all - all_before))
}

/// Returns idle time and total time of all processors since boot, in units of the kernel.
fn processor_time() -> anyhow::Result<(f64, f64)> {
    let stat = fs::read_to_string("/proc/stat")?;
    let line = stat.lines().next().context("the kernel counts processor time")?;
    // After the name: user, nice, system, idle, waiting for disk, two kinds of interrupts, stolen.
    let times: Vec<f64> = line.split_whitespace().skip(1).take(8).map(str::parse).collect::<Result<_, _>>()?;
    Ok((times[3] + times[4], times.iter().sum()))
}

fn output(program: &str, argument: &str) -> anyhow::Result<String> {
    let output = Command::new(program).arg(argument).output().with_context(|| program.to_owned())?;
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}
