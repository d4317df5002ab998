//! What Parlour takes when nobody asks anything: memory, and the time to start.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use crate::rounds::median;
use crate::rows::sqlite_url;
use crate::servers::{self, Server};

const IDLE: Duration = Duration::from_secs(5);
const STARTS: usize = 5;

#[derive(Debug)]
pub(crate) struct AtRest {
    pub(crate) resident_mib: f64,
    pub(crate) start_ms: f64,
}

#[expect(clippy::cast_precision_loss, reason = "no process has 2^52 KiB")]
pub(crate) fn measure(folder: &Path) -> anyhow::Result<AtRest> {
    eprintln!("measuring memory and start");
    let folder = folder.join("at-rest");
    let start = |arguments: &[&str]| {
        let mut command = servers::parlour(&folder, &sqlite_url())?;
        command.args(arguments);
        let started = Instant::now();
        let server = Server::start(command, &folder, &["customer", "admin"])?;
        anyhow::Ok((server, started.elapsed()))
    };
    let (server, _) = start(&["serve", "--demo"])?;
    thread::sleep(IDLE);
    let resident_mib = server.resident_kib()? as f64 / 1024.0;
    drop(server);
    let starts: Vec<f64> =
        (0..STARTS).map(|_| Ok(start(&["serve"])?.1.as_secs_f64() * 1e3)).collect::<anyhow::Result<_>>()?;
    Ok(AtRest { resident_mib, start_ms: median(starts) })
}
