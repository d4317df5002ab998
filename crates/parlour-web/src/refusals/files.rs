//! Refusals of use cases about files that browsers send and fetch.

use parlour_files::browser_files::ExportRefusal;
use parlour_files::import::ApplyImportRefusal;

use super::conflict;
use crate::form::ShownRefusal::ErrorPage;

page_refusals! {
    ApplyImportRefusal |texts| {
        Unknown => ErrorPage,
        Busy => conflict(texts.desk_imports().busy()),
        Done => conflict(texts.desk_imports().done_already()),
        Deleted => conflict(texts.desk_imports().deleted()),
    }

    ExportRefusal |texts| {
        Busy => conflict(texts.desk_exports().busy()),
    }
}
