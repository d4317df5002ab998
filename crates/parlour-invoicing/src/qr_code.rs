//! QR codes as modules: the dark and light squares.

use qrcodegen::{QrCode, QrCodeEcc};

/// The squares of a QR code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct QrModules {
    /// How many squares a side has.
    pub(crate) side: i32,
    /// Dark squares that lie side by side.
    pub(crate) dark_runs: Vec<DarkRun>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct DarkRun {
    pub(crate) row: i32,
    pub(crate) column: i32,
    pub(crate) length: i32,
}

impl QrModules {
    /// None if the text is too long. A seventh of the squares may be unreadable.
    pub(crate) fn of(text: &str) -> Option<Self> {
        let code = QrCode::encode_text(text, QrCodeEcc::Medium).ok()?;
        let mut dark_runs: Vec<DarkRun> = Vec::new();
        for row in 0..code.size() {
            for column in (0..code.size()).filter(|column| code.get_module(*column, row)) {
                match dark_runs.last_mut() {
                    Some(run) if run.row == row && run.column + run.length == column => run.length += 1,
                    _ => dark_runs.push(DarkRun { row, column, length: 1 }),
                }
            }
        }
        Some(Self { side: code.size(), dark_runs })
    }
}
