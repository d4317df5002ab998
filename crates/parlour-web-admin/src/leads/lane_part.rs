//! A part of the leads of one lane, or of all.

use parlour_app::leads;
use parlour_domain::ist::Timestamp;
use parlour_store::leads::desk_leads::{self, DeskLead};
use parlour_store::leads::lead_records::LeadCursor;
use parlour_store::{Conn, DbError};

use super::card::Lane;
use parlour_web::page_size::PageSize;

/// A part of a lane.
#[derive(Debug)]
pub(super) struct LanePart {
    pub(super) leads: Vec<DeskLead>,
    /// Where the next part begins, if there is one.
    pub(super) next: Option<LeadCursor>,
}

impl LanePart {
    /// Of one lane, or of all; with a search, those whose name or phone contains it.
    pub(super) fn read(
        conn: &mut Conn<'_>,
        lane: Option<Lane>,
        search: &str,
        after: Option<&LeadCursor>,
        size: PageSize,
    ) -> Result<Self, DbError> {
        let limit = size.rows_to_read();
        let statuses = match lane {
            Some(lane) => lane.statuses().iter().copied().map(Some).collect(),
            None => vec![None],
        };
        let mut leads = Vec::new();
        for status in statuses {
            leads.extend(if search.is_empty() {
                desk_leads::page(conn, status, after, limit)?
            } else {
                desk_leads::search_page(conn, search, status, after, limit)?
            });
        }
        Ok(Self::newest_first(leads, size))
    }

    /// Of the leads that have waited too long.
    pub(super) fn read_stale(
        conn: &mut Conn<'_>,
        now: Timestamp,
        after: Option<&LeadCursor>,
        size: PageSize,
    ) -> Result<Self, DbError> {
        Ok(Self::newest_first(leads::list_stale(conn, now, after, size.rows_to_read())?, size))
    }

    fn newest_first(mut leads: Vec<DeskLead>, size: PageSize) -> Self {
        leads.sort_by(|one, other| position(other).cmp(&position(one)));
        let last = size.cut(&mut leads).map(|found| &found.lead);
        let next = last.map(|lead| LeadCursor { created_at: lead.created_at, id: lead.id.clone() });
        Self { leads, next }
    }
}

fn position(found: &DeskLead) -> (i64, &str) {
    (found.lead.created_at.millis(), found.lead.id.as_str())
}
