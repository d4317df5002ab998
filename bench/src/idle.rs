//! The idle figures: memory without requests, and the time to start.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use crate::rounds::median;
use crate::salon::Salon;

const IDLE_TIME: Duration = Duration::from_secs(5);
const START_COUNT: usize = 5;

#[derive(Debug)]
pub(crate) struct IdleFigures {
    pub(crate) resident_mib: f64,
    pub(crate) start_ms: f64,
}

#[expect(clippy::cast_precision_loss, reason = "no process has 2^52 KiB")]
pub(crate) fn measure(folder: &Path) -> anyhow::Result<IdleFigures> {
    eprintln!("measuring idle memory and start time");
    let salon = Salon::on_sqlite(folder.join("idle"));
    let server = salon.start(&["serve", "--demo"])?;
    thread::sleep(IDLE_TIME);
    let resident_mib = server.resident_kib()? as f64 / 1024.0;
    drop(server);
    let start = |_| {
        let started = Instant::now();
        // Dropped after the time is read: ending the process is not part of the start.
        let _server = salon.start(&["serve"])?;
        anyhow::Ok(started.elapsed().as_secs_f64() * 1e3)
    };
    let starts: Vec<f64> = (0..START_COUNT).map(start).collect::<Result<_, _>>()?;
    Ok(IdleFigures { resident_mib, start_ms: median(starts) })
}
