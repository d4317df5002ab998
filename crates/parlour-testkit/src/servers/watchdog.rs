//! A server process that cannot outlive the test process.
//!
//! Between the test process and the server stands a small shell that reads orders from a pipe. However the test process
//! ends, by returning, by a panic or by `SIGKILL`, the kernel closes the pipe; the shell then ends the server and removes
//! its folder. The shell does everything that touches the folder, so nothing else can still be writing there.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::temporary_folder::temporary_base;

/// Arguments: the folder for temporary files, the server's name, and what ends the server.
/// Answers: the server's folder once; then per order its exit status and the server's process id.
const WATCHDOG_SCRIPT: &str = r#"
trap : HUP INT PIPE TERM
dir=$(mktemp -d "$1/parlour-$2.XXXXXX") && cd "$dir" && exec 2>>log || exit 1
echo "$dir"
server=
family() { echo $(cat "/proc/$server/task/$server/children") "$server"; }
while read -r order; do
    eval "$order" </dev/null >>log
    echo "$? $server"
done
if [ -n "$server" ]; then kill -CONT $(family); fi
eval "$3"
cd / && rm -rf "$dir"
"#;

const TIMEOUT: Duration = Duration::from_secs(30);

/// The account a server runs under.
#[derive(Clone, Copy, Debug)]
pub(super) struct Account {
    pub(super) user: u32,
    pub(super) group: u32,
}

#[derive(Debug)]
pub(super) struct Watchdog {
    shell: Child,
    /// `None` only while dropping: closing it is the last order.
    orders: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
    directory: PathBuf,
    server: Option<u32>,
}

impl Watchdog {
    /// `shutdown_script` is shell text that ends `$server`, if it runs, when the test process is gone; nobody needs its data then.
    pub(super) fn new(name: &str, account: Option<Account>, shutdown_script: &str) -> Self {
        let mut command = Command::new("sh");
        command.args(["-c", WATCHDOG_SCRIPT, "sh"]).arg(temporary_base()).args([name, shutdown_script]);
        // A group of its own: Ctrl-C in the terminal is for the test process; the shell hears of it by the pipe.
        command.current_dir("/").process_group(0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        if let Some(account) = account {
            command.uid(account.user).gid(account.group);
        }
        let mut shell = command.spawn().expect("`sh` starts");
        let orders = shell.stdin.take();
        let mut answers = BufReader::new(shell.stdout.take().expect("stdout is piped"));
        let mut directory = String::new();
        answers.read_line(&mut directory).expect("the watchdog answers in text");
        let directory = PathBuf::from(directory.trim_end());
        assert!(directory.is_absolute(), "no folder for {name} could be made in {}", std::env::temp_dir().display());
        Self { shell, orders, answers, directory, server: None }
    }

    /// The server's folder, where orders run.
    pub(super) fn directory(&self) -> &Path {
        &self.directory
    }

    /// The server's process id, while it should be running.
    #[cfg(test)]
    pub(super) fn server(&self) -> Option<u32> {
        self.server
    }

    /// Runs one line of shell in the server's folder; a failure returns the end of the log.
    pub(super) fn order(&mut self, order: &str) -> Result<(), String> {
        assert!(!order.contains('\n'), "an order is one line");
        let mut orders = self.orders.as_ref().expect("open until dropped");
        writeln!(orders, "{order}").expect("the watchdog listens");
        let mut answer = String::new();
        self.answers.read_line(&mut answer).expect("the watchdog answers in text");
        let (status, server) = answer.trim_end_matches('\n').split_once(' ').expect("the watchdog is alive");
        self.server = server.parse().ok();
        if status == "0" { Ok(()) } else { Err(self.end_of_log()) }
    }

    /// Starts the server and waits until `is_ready` says so of its process id and folder.
    pub(super) fn start(&mut self, command: &str, is_ready: impl Fn(u32, &Path) -> bool) -> Result<(), String> {
        assert!(self.server.is_none(), "the server runs already");
        self.order(&format!(": >log; {command} & server=$!"))?;
        let server = self.server.expect("just started");
        let deadline = Instant::now() + TIMEOUT;
        while !is_ready(server, &self.directory) {
            if has_ended(server) || Instant::now() > deadline {
                self.kill();
                return Err(self.end_of_log());
            }
            thread::sleep(Duration::from_millis(5));
        }
        Ok(())
    }

    /// Asks the server to end with a signal and waits until it has. Does nothing when it is not running.
    pub(super) fn stop(&mut self, signal: &str) {
        if self.server.is_some() {
            self.end(&format!("kill -CONT $(family); kill -{signal} $server"));
        }
    }

    /// Ends the server and its children at once, before any can tidy up. Does nothing when it is not running.
    pub(super) fn kill(&mut self) {
        if let Some(server) = self.server {
            // Frozen, it starts no child that would not be on the list. It may also have ended by itself.
            let _ = self.order("kill -STOP $server");
            let children = fs::read_to_string(format!("/proc/{server}/task/{server}/children")).unwrap_or_default();
            self.end("kill -KILL $(family)");
            // A dying child still holds the memory it shares with the others, and would be in the way of a restart.
            let deadline = Instant::now() + TIMEOUT;
            while children.split_whitespace().any(|child| !has_ended(child.parse().expect("a process id"))) {
                assert!(Instant::now() < deadline, "killed, and still there: {children}");
                thread::sleep(Duration::from_millis(1));
            }
        }
    }

    /// Freezes the server and its children: connections stay open and nobody answers. The server comes first, so that
    /// the list of its children no longer changes.
    pub(super) fn pause(&mut self) {
        self.order("kill -STOP $server && kill -STOP $(family)").expect("a running server can be paused");
    }

    /// Lets a frozen server go on. A running one may lose a child meanwhile, which is no failure.
    pub(super) fn resume(&mut self) {
        self.order("kill -CONT $(family) || kill -CONT $server").expect("a running server can be resumed");
    }

    /// How `order` and the server ended is not of interest; the assignment always succeeds.
    fn end(&mut self, order: &str) {
        self.order(&format!("{order}; wait $server; server=")).expect("the order ends with success");
    }

    fn end_of_log(&self) -> String {
        let log = fs::read(self.directory.join("log")).unwrap_or_default();
        String::from_utf8_lossy(&log[log.len().saturating_sub(2000)..]).into_owned()
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        drop(self.orders.take());
        // A failure has no one to go to here, and a panic in a drop would hide the test's own.
        let _ = self.shell.wait();
    }
}

/// Whether a process has ended, even if its exit status has not been read yet.
pub(crate) fn has_ended(process: u32) -> bool {
    fs::read_to_string(format!("/proc/{process}/stat")).map_or(true, |stat| stat.contains(") Z "))
}
