//! A real mail server, `aiosmtpd`, which keeps what it gets, read by Python's own parser.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

/// The server in a process of its own, which ends when this is dropped.
#[derive(Debug)]
pub struct MailServer {
    port: u16,
    process: Child,
    folder: TempDir,
}

impl MailServer {
    pub fn start() -> Self {
        Self::with(&json!({}))
    }

    /// Which takes connections and says nothing.
    pub fn start_silent() -> Self {
        Self::with(&json!({ "silence": true }))
    }

    /// `options` are those that `mail-server/server.py` lists.
    pub fn with(options: &Value) -> Self {
        let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        let folder = tempfile::tempdir().expect("a folder");
        let mut options = options.clone();
        options["folder"] = json!(folder.path());
        let mut process = Command::new(crate_folder.join("../../target/tools/venv/bin/python"))
            .arg(crate_folder.join("mail-server/server.py"))
            .arg(options.to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("Python is not installed: run `make setup`");
        let mut line = String::new();
        BufReader::new(process.stdout.take().expect("stdout")).read_line(&mut line).expect("a line");
        let port = line.trim().parse().expect("the server says where it is; `make setup` installs it");
        Self { port, process, folder }
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    pub fn url(&self) -> String {
        format!("smtp://127.0.0.1:{}", self.port)
    }

    /// Everything that it was given, in that order.
    pub fn emails(&self) -> Vec<ReceivedEmail> {
        let entries = std::fs::read_dir(self.folder.path()).expect("the server's folder");
        let paths = entries.map(|entry| entry.expect("an entry").path());
        let mut files: Vec<_> = paths.filter(|path| path.extension().is_some_and(|end| end == "json")).collect();
        files.sort();
        let read = |path| serde_json::from_slice(&std::fs::read(path).expect("a letter")).expect("JSON");
        files.iter().map(|path| ReceivedEmail(read(path))).collect()
    }
}

impl Drop for MailServer {
    fn drop(&mut self) {
        drop(self.process.stdin.take());
        // However it ends, it does.
        let _ = self.process.wait();
    }
}

/// A letter as the server got it.
#[derive(Debug, Clone)]
pub struct ReceivedEmail(pub Value);

impl ReceivedEmail {
    /// Nothing that a strict reader would complain about.
    #[track_caller]
    pub fn expect_valid(&self) -> &Self {
        assert_eq!(self.0["defects"], json!([]), "{}", self.0);
        assert!(self.0["longestLine"].as_u64().is_some_and(|length| length <= 998), "{}", self.0["longestLine"]);
        self
    }

    #[track_caller]
    pub fn header(&self, name: &str) -> &str {
        self.0["headers"][name].as_str().unwrap_or_else(|| panic!("no {name} in {}", self.0["headers"]))
    }

    pub fn to(&self) -> &str {
        self.0["to"][0].as_str().expect("a recipient")
    }

    pub fn parts(&self) -> &[Value] {
        self.0["parts"].as_array().expect("parts")
    }

    /// The first part of that type.
    #[track_caller]
    pub fn part(&self, kind: &str) -> &Value {
        let found = self.parts().iter().find(|part| part["type"] == kind);
        found.unwrap_or_else(|| panic!("no {kind} in {}", self.0))
    }

    #[track_caller]
    pub fn text(&self, kind: &str) -> &str {
        self.part(kind)["text"].as_str().expect("text")
    }
}
