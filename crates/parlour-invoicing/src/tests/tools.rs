//! Other programs that read our PDFs.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use parlour_domain::billing::invoice_document::InvoiceDocument;

use crate::render::render;

/// The text of a rendered document on one line. `qpdf` finds no fault in the PDF.
pub(super) fn rendered_text(document: &InvoiceDocument) -> String {
    let pdf = render(document).expect("a document that adds up");
    keep_for_a_look(document, &pdf);
    let mut file = tempfile::NamedTempFile::new().expect("a file");
    file.write_all(&pdf).expect("a file that can be written to");
    let checked = Command::new("qpdf").arg("--check").arg(file.path()).output().expect("qpdf: run `make setup`");
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stdout));
    let text = run_on_stdin(Command::new("pdftotext").args(["-", "-"]), &pdf).expect("a text");
    String::from_utf8(text).expect("UTF-8").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A rendered page in shades of grey.
pub(super) struct GreyPage {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) pixels: Vec<u8>,
}

pub(super) fn first_page_in_grey(pdf: &[u8], dots_per_inch: u32) -> GreyPage {
    let resolution = dots_per_inch.to_string();
    let mut command = Command::new("pdftoppm");
    command.args(["-gray", "-singlefile", "-r", &resolution, "-"]);
    let picture = run_on_stdin(&mut command, pdf).expect("a picture");
    // `P5`, width, height and maximum, each followed by one white space; then the pixels.
    let mut header = picture.splitn(5, u8::is_ascii_whitespace);
    assert_eq!(header.next(), Some(&b"P5"[..]));
    let mut number = || -> usize {
        std::str::from_utf8(header.next().expect("a number")).expect("ASCII").parse().expect("a number")
    };
    let (width, height, _) = (number(), number(), number());
    let pixels = header.next().expect("pixels").to_vec();
    assert_eq!(pixels.len(), width * height);
    GreyPage { width, height, pixels }
}

/// What the program writes, or none if it fails.
fn run_on_stdin(command: &mut Command, input: &[u8]) -> Option<Vec<u8>> {
    let mut running = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap_or_else(|_| panic!("{:?}: run `make setup`", command.get_program()));
    let mut stdin = running.stdin.take().expect("its input");
    let input = input.to_vec();
    let writing = std::thread::spawn(move || stdin.write_all(&input));
    let output = running.wait_with_output().expect("its output");
    writing.join().expect("a thread that ends").expect("it reads its input");
    output.status.success().then_some(output.stdout)
}

/// `PARLOUR_PDF_FOLDER=/tmp/pdfs cargo test -p parlour-invoicing` writes every tested document there.
#[expect(clippy::disallowed_methods, reason = "only for a developer who wants to look at the documents")]
fn keep_for_a_look(document: &InvoiceDocument, pdf: &[u8]) {
    let Some(folder) = std::env::var_os("PARLOUR_PDF_FOLDER").map(PathBuf::from) else { return };
    let name = std::thread::current().name().unwrap_or("document").rsplit("::").next().map(str::to_owned);
    let name = format!("{}-{}.pdf", name.unwrap_or_default(), document.number.replace('/', "-"));
    std::fs::write(folder.join(name), pdf).expect("a folder that can be written to");
}
