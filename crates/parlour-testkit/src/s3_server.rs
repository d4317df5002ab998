//! A bucket to keep files in, as `moto` imitates Amazon's: who may use it, and whether they signed, is checked.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use parlour_app::outside::files::Bucket;
use serde_json::Value;

/// The server in a process of its own, which ends when this is dropped.
#[derive(Debug)]
pub struct S3Server {
    process: Child,
    said: Value,
}

impl S3Server {
    pub fn start() -> Self {
        let home = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut process = Command::new(home.join("../../target/tools/venv/bin/python"))
            .arg(home.join("s3-server/server.py"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("Python is not installed: run `make setup`");
        let mut line = String::new();
        BufReader::new(process.stdout.take().expect("stdout")).read_line(&mut line).expect("a line");
        let said =
            serde_json::from_str(&line).expect("the server says where it is; `make setup` installs it");
        Self { process, said }
    }

    /// Ours, with names that begin so.
    pub fn bucket(&self, prefix: &str) -> Bucket {
        let said = |name: &str| self.said[name].as_str().expect("a text").to_owned();
        Bucket {
            name: said("bucket"),
            prefix: prefix.to_owned(),
            endpoint: Some(said("url")),
            region: said("region"),
            access_key: said("accessKey"),
            secret_key: said("secretKey"),
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
