//! What the address of the list asks for.

use chrono::NaiveDate;
use parlour_domain::booking::BookingStatus;
use parlour_domain::ids::BranchId;
use parlour_domain::service::ServiceType;
use parlour_http::sessions::Receptionist;
use parlour_store::bookings::desk_pages::DeskBookingSearch;

use crate::day_filter::DayFilter;
use crate::desk::DeskPage;
use parlour_web::page::encode;

const MAX_SEARCH_CHARS: usize = 100;
/// The value of `at` for the whole salon.
pub(super) const ALL_BRANCHES: &str = "all";

#[derive(Debug, Clone)]
pub(crate) struct Asked {
    pub(crate) status: Option<BookingStatus>,
    pub(crate) service_type: Option<ServiceType>,
    /// `None` for the whole salon.
    pub(crate) branch: Option<BranchId>,
    pub(crate) days: DayFilter,
    pub(crate) text: String,
}

impl Asked {
    /// A status or a type that is not known is left out: the form shows what is asked for.
    pub(super) fn read(page: &DeskPage<Receptionist>) -> Self {
        let text = page.parameter("q").unwrap_or_default();
        let is_whole_salon = page.parameter("at").as_deref() == Some(ALL_BRANCHES);
        Self {
            status: page.parameter("status").and_then(|text| BookingStatus::parse(&text)),
            service_type: page.parameter("type").and_then(|text| ServiceType::parse(&text)),
            branch: page.branch.as_ref().filter(|_| !is_whole_salon).map(|branch| branch.id.clone()),
            days: DayFilter::read(page),
            text: text.trim().replace('\0', "").chars().take(MAX_SEARCH_CHARS).collect(),
        }
    }

    /// Whether the list is that of the visits to come: nothing is chosen but the branch.
    pub(super) fn is_of_coming(&self) -> bool {
        !self.is_filtered() && !self.days.is_wrong() && self.text.is_empty()
    }

    /// The address of what is over, and of visits of today in every status.
    pub(super) fn earlier_address(&self, path: &str, today: NaiveDate) -> String {
        Self { days: DayFilter::new(None, Some(today)), ..self.clone() }.address(path, None)
    }

    /// Whether anything but the branch is chosen.
    pub(super) fn is_filtered(&self) -> bool {
        self.status.is_some() || self.service_type.is_some() || self.days.is_filtered()
    }

    pub(super) fn search(&self) -> DeskBookingSearch {
        DeskBookingSearch {
            status: self.status.map(|status| status.as_str().to_owned()),
            service_type: self.service_type,
            branch: self.branch.clone(),
            from: self.days.from,
            to: self.days.to,
            text: (!self.text.is_empty()).then(|| self.text.clone()),
        }
    }

    /// The address of this list, or of its file, with where it begins.
    pub(super) fn address(&self, path: &str, after: Option<&str>) -> String {
        let pairs = [
            ("at", self.branch.as_ref().map_or(ALL_BRANCHES, BranchId::as_str)),
            ("status", self.status.map_or("", BookingStatus::as_str)),
            ("type", self.service_type.map_or("", ServiceType::as_str)),
            ("from", &self.days.first_day()),
            ("to", &self.days.last_day()),
            ("q", &self.text),
            ("after", after.unwrap_or_default()),
        ];
        let given = pairs.iter().filter(|(_, value)| !value.is_empty());
        let query: Vec<String> = given.map(|(name, value)| format!("{name}={}", encode(value))).collect();
        format!("{path}?{}", query.join("&"))
    }
}
