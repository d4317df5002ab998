//! A bucket to keep files in, as `moto` imitates Amazon's: who may use it, and whether they signed, is checked.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use parlour_integrations::file_storage::Bucket;
use serde_json::Value;

/// The server in a process of its own, which ends when this is dropped.
#[derive(Debug)]
pub struct S3Server {
    process: Child,
    details: Value,
}

impl S3Server {
    pub fn start() -> Self {
        let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut process = Command::new(crate_folder.join("../../target/tools/venv/bin/python"))
            .arg(crate_folder.join("s3-server/server.py"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("Python is not installed: run `make setup`");
        let mut line = String::new();
        BufReader::new(process.stdout.take().expect("stdout")).read_line(&mut line).expect("a line");
        let details = serde_json::from_str(&line).expect("the server says where it is; `make setup` installs it");
        Self { process, details }
    }

    /// Ours, with names that begin so.
    pub fn bucket(&self, prefix: &str) -> Bucket {
        let details = |name: &str| self.details[name].as_str().expect("a text").to_owned();
        Bucket {
            name: details("bucket"),
            prefix: prefix.to_owned(),
            endpoint: Some(details("url")),
            region: details("region"),
            access_key: details("accessKey"),
            secret_key: details("secretKey"),
        }
    }
}

impl Drop for S3Server {
    fn drop(&mut self) {
        drop(self.process.stdin.take());
        // However it ends, it does.
        let _ = self.process.wait();
    }
}
