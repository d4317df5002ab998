//! All branches, those that are closed and those to come too.

use askama::Template;
use parlour_domain::branch::BranchStatus;
use parlour_http::error::HttpError;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Owner;
use parlour_store::branches::branch_records::{self, Branch};
use parlour_texts::DeskBranchesTexts;
use parlour_web_admin::desk::{DeskFrame, DeskPage, Place};

#[derive(Template)]
#[template(path = "branches/list.html")]
struct ListPage {
    frame: DeskFrame,
    rows: Vec<BranchRow>,
}

#[derive(Debug)]
struct BranchRow {
    path: String,
    name: String,
    address: String,
    /// Its mark where it does not take customers.
    status: Option<&'static str>,
    mode: &'static str,
    is_primary: bool,
}

/// `/branches`
pub(super) async fn show(page: DeskPage<Owner>) -> HttpResult {
    let (frame, text) =
        (page.desk_frame(page.texts.desk_frame().branches(), Place::Branches), page.texts.desk_branches());
    let rows = read_all(&page).await?.into_iter().map(|branch| BranchRow::new(branch, text)).collect();
    page.show(&ListPage { frame, rows })
}

pub(super) async fn read_all(page: &DeskPage<Owner>) -> Result<Vec<Branch>, HttpError> {
    page.caller.read(|conn, _| Ok(branch_records::list_all(conn)?)).await
}

pub(super) fn branch_path(branch: &Branch) -> String {
    format!("/branches/{}", branch.id)
}

pub(crate) fn status_name(status: BranchStatus, text: DeskBranchesTexts) -> &'static str {
    match status {
        BranchStatus::Operational => text.operational(),
        BranchStatus::ComingSoon => text.coming_soon(),
        BranchStatus::Closed => text.closed(),
    }
}

impl BranchRow {
    fn new(branch: Branch, text: DeskBranchesTexts) -> Self {
        let status = BranchStatus::parse(&branch.status).filter(|status| *status != BranchStatus::Operational);
        Self {
            path: branch_path(&branch),
            status: status.map(|status| status_name(status, text)),
            mode: if branch.is_live() { text.live() } else { text.open() },
            is_primary: branch.is_primary,
            name: branch.name,
            address: branch.address,
        }
    }
}
