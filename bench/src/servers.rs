//! The measured processes. Each is killed when its `Server` is dropped, and when the benchmark ends.

use std::fs::{self, File};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use serde_json::Value;

use crate::load::{self, Request};

const TIMEOUT: Duration = Duration::from_secs(30);
const RATE_LIMITS: [&str; 7] = ["BOOKINGS", "LEADS", "AVAILABILITY", "FREE_TIMES", "SERVICES", "HEALTH", "AUTH"];

/// A running server process.
#[derive(Debug)]
pub(crate) struct Server {
    process: Child,
    log: PathBuf,
    /// Address of the customer app, or of the baseline that replaces it.
    pub(crate) address: SocketAddr,
    /// Address of the admin app, if it runs.
    admin_address: Option<SocketAddr>,
    /// The main process of the database server, where it has one.
    pub(crate) database_process: Option<u32>,
}

impl Server {
    /// Starts the command and waits until all `apps` have logged that they listen. The first is measured by default.
    pub(crate) fn start(mut command: Command, folder: &Path, apps: &[&str]) -> anyhow::Result<Self> {
        fs::create_dir_all(folder)?;
        let log = folder.join("log");
        command.stdout(File::create(folder.join("output"))?).stderr(File::create(&log)?);
        let unset = SocketAddr::from(([0; 4], 0));
        let mut server =
            Self { process: command.spawn()?, log, address: unset, admin_address: None, database_process: None };
        let started = Instant::now();
        loop {
            let found = apps.iter().map(|app| server.address_of(app)).collect::<Option<Vec<_>>>();
            if let Some(first) = found.and_then(|addresses| addresses.first().copied()) {
                server.address = first;
                server.admin_address = server.address_of("admin");
                return Ok(server);
            }
            if started.elapsed() > TIMEOUT || server.process.try_wait()?.is_some() {
                bail!("a server did not start: {}", fs::read_to_string(&server.log)?);
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Returns the address of the app that the request is for; a baseline has only one address.
    pub(crate) fn address_for(&self, request: &Request) -> SocketAddr {
        self.admin_address.filter(|_| request.is_for_admin_app).unwrap_or(self.address)
    }

    /// Sends one request and returns the body of the response, which must have a 2xx status.
    pub(crate) fn body(&self, request: &Request) -> anyhow::Result<Vec<u8>> {
        load::send_once(self.address_for(request), request)
    }

    /// Sends one request and returns the JSON of the response, which must have a 2xx status.
    pub(crate) fn json(&self, request: &Request) -> anyhow::Result<Value> {
        Ok(serde_json::from_slice(&self.body(request)?)?)
    }

    fn address_of(&self, app: &str) -> Option<SocketAddr> {
        fs::read_to_string(&self.log).ok()?.lines().find_map(|line| {
            let line: Value = serde_json::from_str(line).ok()?;
            let is_listening_line = line["message"] == "listening" && line["app"] == app;
            is_listening_line.then(|| line["address"].as_str()?.parse().ok()).flatten()
        })
    }

    /// CPU time that the process has used so far.
    pub(crate) fn cpu_time(&self) -> anyhow::Result<Duration> {
        // Fields 14 and 15 are user and system time.
        cpu_time(&self.process.id().to_string(), 14)
    }

    /// CPU time that the database server has used so far, with its processes for single connections.
    pub(crate) fn database_cpu_time(&self) -> anyhow::Result<Duration> {
        let Some(main) = self.database_process else { return Ok(Duration::ZERO) };
        let mut sum = cpu_time(&main.to_string(), 14)? + cpu_time(&main.to_string(), 16)?;
        for entry in fs::read_dir("/proc")? {
            let name = entry?.file_name().to_string_lossy().into_owned();
            // A process may end while the folder is read.
            if name.parse::<u32>().is_ok() && parent_of(&name).is_ok_and(|parent| parent == main) {
                sum += cpu_time(&name, 14).unwrap_or_default();
            }
        }
        Ok(sum)
    }

    pub(crate) fn resident_kib(&self) -> anyhow::Result<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.process.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("the process has ended")?;
        Ok(line.trim().trim_end_matches(" kB").parse()?)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Fails if the process has already ended.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// CPU time of all child processes that have ended.
pub(crate) fn cpu_time_of_ended() -> anyhow::Result<Duration> {
    cpu_time("self", 16)
}

/// Returns the parent of a process.
pub(crate) fn parent_of(process: &str) -> anyhow::Result<u32> {
    let status = fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("PPid:")).context("the process has no parent")?;
    Ok(line.trim().parse()?)
}

/// Returns the sum of two adjacent fields of `/proc/PID/stat`.
fn cpu_time(process: &str, first_field: usize) -> anyhow::Result<Duration> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat"))?;
    // The second field, the name in parentheses, may contain spaces.
    let (_, fields) = stat.rsplit_once(") ").context("/proc/PID/stat has an unknown format")?;
    let times = fields.split(' ').skip(first_field - 3).take(2);
    let hundredths: u64 = times.map(str::parse::<u64>).sum::<Result<_, _>>()?;
    Ok(Duration::from_millis(hundredths * 10))
}

/// Returns a command whose process the kernel kills when the benchmark ends for any reason.
pub(crate) fn command_killed_with_parent(program: &Path) -> Command {
    let mut command = Command::new("setpriv");
    command.args(["--pdeathsig", "KILL", "--"]).arg(program);
    command
}

/// Returns the command that runs this program as a baseline server.
pub(crate) fn baseline_command(kind: &str) -> anyhow::Result<Command> {
    let mut command = command_killed_with_parent(&std::env::current_exe()?);
    command.arg(kind);
    Ok(command)
}

/// Returns the command of the release build next to this program, on free ports and without rate limits.
pub(crate) fn parlour_command(folder: &Path, database_url: &str) -> anyhow::Result<Command> {
    let program = std::env::current_exe()?.with_file_name("parlour");
    ensure!(program.exists(), "there is no release build: run `cargo build --release`");
    fs::create_dir_all(folder)?;
    let mut command = command_killed_with_parent(&program);
    command.current_dir(folder).env("PARLOUR_DATABASE_URL", database_url).env("PARLOUR_LOG_FORMAT", "json");
    command.envs([("PARLOUR_CUSTOMER_ADDR", "127.0.0.1:0"), ("PARLOUR_ADMIN_ADDR", "127.0.0.1:0")]);
    command.envs(RATE_LIMITS.map(|name| (format!("PARLOUR_RATE_LIMIT_{name}"), "off")));
    Ok(command)
}

/// Delays every sync of the command's process by one millisecond.
pub(crate) fn delay_syncs(command: &mut Command) -> anyhow::Result<()> {
    let (source, library) = (
        Path::new(env!("CARGO_MANIFEST_DIR")).join("src/sync_delay.c"),
        std::env::current_exe()?.with_file_name("libsync_delay.so"),
    );
    let compiled = Command::new("cc").args(["-O2", "-shared", "-fPIC", "-o"]).arg(&library).arg(&source).status();
    ensure!(compiled.context("there is no C compiler")?.success(), "the sync delay did not compile");
    command.env("LD_PRELOAD", library);
    Ok(())
}
