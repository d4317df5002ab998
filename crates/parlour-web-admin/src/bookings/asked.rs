//! What the address of the list asks for.

use chrono::NaiveDate;
use parlour_domain::booking::BookingStatus;
use parlour_domain::ids::BranchId;
use parlour_domain::ist::parse_date;
use parlour_domain::service::ServiceType;
use parlour_http::sessions::Receptionist;
use parlour_store::bookings::desk_pages::DeskBookingSearch;

use crate::desk::DeskPage;
use parlour_texts::BookingsTexts;
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
    pub(crate) from: Option<NaiveDate>,
    pub(crate) to: Option<NaiveDate>,
    pub(crate) text: String,
    /// Days of the address that are none, such as a 30 February: nothing is shown then, rather than too much.
    wrong_days: Vec<&'static str>,
}

impl Asked {
    /// A status or a type that is not known is left out: the form shows what is asked for.
    pub(super) fn read(page: &DeskPage<Receptionist>) -> Self {
        let typed = |name: &str| page.parameter(name).filter(|text| !text.trim().is_empty());
        let day = |name: &str| typed(name).and_then(|text| parse_date(text.trim()));
        let is_wrong = |name: &&str| typed(name).is_some() && day(name).is_none();
        let text = page.parameter("q").unwrap_or_default();
        let is_whole_salon = page.parameter("at").as_deref() == Some(ALL_BRANCHES);
        Self {
            status: page.parameter("status").and_then(|text| BookingStatus::parse(&text)),
            service_type: page.parameter("type").and_then(|text| ServiceType::parse(&text)),
            branch: page.branch.as_ref().filter(|_| !is_whole_salon).map(|branch| branch.id.clone()),
            from: day("from"),
            to: day("to"),
            wrong_days: ["from", "to"].into_iter().filter(is_wrong).collect(),
            text: text.trim().replace('\0', "").chars().take(MAX_SEARCH_CHARS).collect(),
        }
    }

    pub(super) fn is_wrong_period(&self) -> bool {
        !self.wrong_days.is_empty() || self.from.zip(self.to).is_some_and(|(from, to)| from > to)
    }

    /// What is wrong with the days, and the fields that it is about.
    pub(super) fn period_errors(&self, text: BookingsTexts) -> Vec<(&'static str, &'static str)> {
        let of_day = |name: &&'static str| (*name, if *name == "from" { text.wrong_from() } else { text.wrong_to() });
        match self.wrong_days.as_slice() {
            [] if self.is_wrong_period() => vec![("from", text.wrong_period())],
            days => days.iter().map(of_day).collect(),
        }
    }

    /// Whether anything but the branch is chosen.
    pub(super) fn is_filtered(&self) -> bool {
        self.status.is_some() || self.service_type.is_some() || self.from.is_some() || self.to.is_some()
    }

    pub(super) fn search(&self) -> DeskBookingSearch {
        DeskBookingSearch {
            status: self.status.map(|status| status.as_str().to_owned()),
            service_type: self.service_type,
            branch: self.branch.clone(),
            from: self.from,
            to: self.to,
            text: (!self.text.is_empty()).then(|| self.text.clone()),
        }
    }

    /// The address of this list, or of its file, with where it begins.
    pub(super) fn address(&self, path: &str, after: Option<&str>) -> String {
        let pairs = [
            ("at", self.branch.as_ref().map_or(ALL_BRANCHES, BranchId::as_str)),
            ("status", self.status.map_or("", BookingStatus::as_str)),
            ("type", self.service_type.map_or("", ServiceType::as_str)),
            ("from", &self.first_day()),
            ("to", &self.last_day()),
            ("q", &self.text),
            ("after", after.unwrap_or_default()),
        ];
        let given = pairs.iter().filter(|(_, value)| !value.is_empty());
        let query: Vec<String> = given.map(|(name, value)| format!("{name}={}", encode(value))).collect();
        format!("{path}?{}", query.join("&"))
    }

    pub(crate) fn first_day(&self) -> String {
        self.from.map(|day| day.to_string()).unwrap_or_default()
    }

    pub(crate) fn last_day(&self) -> String {
        self.to.map(|day| day.to_string()).unwrap_or_default()
    }
}
