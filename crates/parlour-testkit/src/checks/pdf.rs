//! The text and the pictures of a PDF.

use std::io::Write as _;
use std::process::{Command, Stdio};

/// The text of a PDF on one line, as `pdftotext` reads it.
pub fn pdf_text(pdf: &[u8]) -> String {
    let text = String::from_utf8(read_with("pdftotext", &["-", "-"], pdf)).unwrap();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Width and height of each picture in a PDF, as `pdfimages` lists them. A transparent one has a second, its mask.
pub fn pdf_pictures(pdf: &[u8]) -> Vec<(u32, u32)> {
    let listed = String::from_utf8(read_with("pdfimages", &["-list", "-"], pdf)).unwrap();
    let size = |line: &str| {
        let mut columns = line.split_whitespace().skip(3).map(|column| column.parse().expect("a number"));
        (columns.next().unwrap(), columns.next().unwrap())
    };
    listed.lines().skip(2).map(size).collect()
}

/// The colour in the corner of the first page: red, green, blue.
pub fn pdf_corner_colour(pdf: &[u8]) -> [u8; 3] {
    let first_page = read_with("pdftoppm", &["-f", "1", "-l", "1", "-r", "10", "-"], pdf);
    // `P6`, width and height, the largest value, each on a line; then three bytes for each point.
    let pixels = first_page.splitn(4, |byte| *byte == b'\n').nth(3).expect("a picture");
    [pixels[0], pixels[1], pixels[2]]
}

/// What a program prints that reads a PDF.
fn read_with(program: &str, arguments: &[&str], pdf: &[u8]) -> Vec<u8> {
    let mut reading = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{program}: run `make setup`: {error}"));
    let mut stdin = reading.stdin.take().unwrap();
    let pdf = pdf.to_vec();
    let writing = std::thread::spawn(move || stdin.write_all(&pdf));
    let read = reading.wait_with_output().unwrap();
    writing.join().unwrap().unwrap();
    read.stdout
}

pub fn assert_contains_all(text: &str, all: &[&str]) {
    for said in all {
        assert!(text.contains(said), "{said} is not in: {text}");
    }
}
