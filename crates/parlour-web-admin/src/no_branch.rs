//! What stands in place of a page that is about a branch, while the salon has none.

use askama::Template;
use parlour_http::respond::HttpResult;
use parlour_texts::NoBranchTexts;

use super::desk::{DeskFrame, DeskPage, Place};
use super::pages::{NamedPage, pages_for};

#[derive(Template)]
#[template(path = "no_branch.html")]
struct NoBranchPage {
    frame: DeskFrame,
}

/// The title and the place are those of the page that cannot be shown.
pub fn show<R>(page: &DeskPage<R>, title: &str, place: Place) -> HttpResult {
    page.show(&NoBranchPage { frame: page.desk_frame(title, place) })
}

impl NoBranchPage {
    fn text(&self) -> NoBranchTexts {
        self.frame.texts.no_branch()
    }

    fn sentence(&self) -> &'static str {
        if self.frame.salon.has_branch { self.text().none_open() } else { self.text().none_yet() }
    }

    /// Path and name of the page where a branch is opened, for those who may.
    fn way(&self) -> Option<(&'static str, &'static str)> {
        let texts = self.frame.texts;
        if self.frame.salon.has_branch {
            return self.own_page(Place::Branches).map(|page| (page.path, page.name(texts)));
        }
        self.own_page(Place::Setup).map(|page| (page.path, texts.setup().title()))
    }

    /// None for those who may not open it.
    fn own_page(&self, place: Place) -> Option<&'static NamedPage> {
        pages_for(self.frame.role).find(|page| page.place == place)
    }
}
