//! The text of a PDF.

use std::io::Write as _;
use std::process::{Command, Stdio};

/// The text of a PDF on one line, as `pdftotext` reads it.
pub fn pdf_text(pdf: &[u8]) -> String {
    let mut reading = Command::new("pdftotext")
        .args(["-", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("pdftotext: run `make setup`");
    let mut stdin = reading.stdin.take().unwrap();
    let pdf = pdf.to_vec();
    let writing = std::thread::spawn(move || stdin.write_all(&pdf));
    let read = reading.wait_with_output().unwrap();
    writing.join().unwrap().unwrap();
    String::from_utf8(read.stdout).unwrap().split_whitespace().collect::<Vec<_>>().join(" ")
}

pub fn assert_contains_all(text: &str, all: &[&str]) {
    for said in all {
        assert!(text.contains(said), "{said} is not in: {text}");
    }
}
