//! What the address of a report asks for.

use chrono::{Datelike, Days, NaiveDate};
use parlour_domain::ids::BranchId;
use parlour_domain::report::ReportFormat;
use parlour_domain::report::period::Period;
use parlour_http::sessions::Manager;
use parlour_texts::{ReportsTexts, Texts};
use parlour_web::page::encode;
use parlour_web_admin::day_filter::DayFilter;
use parlour_web_admin::desk::DeskPage;

/// The value of `at` for the whole salon.
pub(super) const ALL_BRANCHES: &str = "all";

/// No column has a longer name. Every link of the page repeats what the address says.
const MAX_COLUMN_BYTES: usize = 64;

/// The reports, in the order of their tabs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ReportName {
    Sales,
    Services,
    Staff,
    Utilisation,
    Customers,
    Leads,
    Memberships,
    Gst,
    DayClose,
}

impl ReportName {
    pub(super) const ALL: [Self; 9] = [
        Self::Sales,
        Self::Services,
        Self::Staff,
        Self::Utilisation,
        Self::Customers,
        Self::Leads,
        Self::Memberships,
        Self::Gst,
        Self::DayClose,
    ];

    /// As in the addresses of its page and its files.
    fn as_str(self) -> &'static str {
        match self {
            Self::Sales => "sales",
            Self::Services => "services",
            Self::Staff => "staff",
            Self::Utilisation => "utilisation",
            Self::Customers => "customers",
            Self::Leads => "leads",
            Self::Memberships => "memberships",
            Self::Gst => "gst",
            Self::DayClose => "day-close",
        }
    }

    pub(super) fn title(self, text: ReportsTexts) -> &'static str {
        match self {
            Self::Sales => text.sales(),
            Self::Services => text.services(),
            Self::Staff => text.staff(),
            Self::Utilisation => text.utilisation(),
            Self::Customers => text.customers(),
            Self::Leads => text.leads(),
            Self::Memberships => text.memberships(),
            Self::Gst => text.gst(),
            Self::DayClose => text.day_close(),
        }
    }

    /// That its period has nothing.
    pub(super) fn nothing(self, text: ReportsTexts) -> &'static str {
        match self {
            Self::Sales => text.nothing_sold(),
            _ => text.no_rows(),
        }
    }

    /// The first days of a report whose address names none, as in the API.
    fn usual_period(self) -> fn(NaiveDate) -> Period {
        match self {
            Self::DayClose => Period::of_day,
            _ => Period::month_to_date,
        }
    }
}

/// In which direction a table is sorted, by the names of `aria-sort`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Ascending,
    Descending,
}

impl Direction {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Ascending => "ascending",
            Self::Descending => "descending",
        }
    }

    pub(super) fn reversed(self) -> Self {
        match self {
            Self::Ascending => Self::Descending,
            Self::Descending => Self::Ascending,
        }
    }
}

/// By which column of which table somebody wants the rows sorted, such as `days.taken`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sorting {
    pub(super) column: String,
    pub(super) direction: Direction,
}

#[derive(Debug, Clone)]
pub(crate) struct Asked {
    pub(super) report: ReportName,
    pub(crate) days: DayFilter,
    /// `None` for the whole salon.
    pub(super) branch: Option<BranchId>,
    pub(super) sorting: Option<Sorting>,
}

/// A choice in a list of links or options.
#[derive(Debug)]
pub(crate) struct Choice {
    /// The address of a link, or the value of an option.
    pub(crate) value: String,
    pub(crate) name: String,
    pub(crate) is_chosen: bool,
}

impl Asked {
    pub(super) fn read(page: &DeskPage<Manager>, report: ReportName) -> Self {
        let direction = match page.parameter("order").as_deref() {
            Some("ascending") => Direction::Ascending,
            _ => Direction::Descending,
        };
        let column = page.parameter("sort").filter(|column| column.len() <= MAX_COLUMN_BYTES);
        let sorting = column.map(|column| Sorting { column, direction });
        let days = DayFilter::read(page).for_report(page.today(), report.usual_period());
        Self { report, days, branch: branch_of(page), sorting }
    }

    /// Whether it is the report with which the reports open.
    pub(super) fn is_first(&self) -> bool {
        Some(&self.report) == ReportName::ALL.first()
    }

    pub(super) fn path(&self) -> String {
        let sorting = self.sorting.as_ref();
        let (from, to) = (self.days.first_day(), self.days.last_day());
        let query = query_text(&[
            ("at", self.at()),
            ("from", &from),
            ("to", &to),
            ("sort", sorting.map_or("", |sorting| &sorting.column)),
            ("order", sorting.map_or("", |sorting| sorting.direction.as_str())),
        ]);
        format!("/reports/{}?{query}", self.report.as_str())
    }

    /// The address of its form, without what its fields send.
    pub(super) fn form_path(&self) -> String {
        format!("/reports/{}", self.report.as_str())
    }

    /// A file of the API with the same figures: one table as CSV, or all of them.
    pub(super) fn file_path(&self, format: ReportFormat, table: &str) -> String {
        let (from, to) = (self.days.first_day(), self.days.last_day());
        let query = query_text(&[
            ("from", &from),
            ("to", &to),
            ("branchId", self.branch.as_ref().map_or("", BranchId::as_str)),
            ("format", format.as_str()),
            ("table", table),
        ]);
        format!("/api/reports/{}?{query}", self.report.as_str())
    }

    /// The same page sorted otherwise.
    pub(super) fn sorted_path(&self, sorting: Sorting) -> String {
        Self { sorting: Some(sorting), ..self.clone() }.path()
    }

    /// The same report of other days.
    pub(super) fn path_of(&self, period: Period) -> String {
        Self { days: DayFilter::new(Some(period.from), Some(period.to)), ..self.clone() }.path()
    }

    pub(super) fn tabs(&self, text: ReportsTexts) -> Vec<Choice> {
        let tab = |report: ReportName| Choice {
            value: Self { report, sorting: None, ..self.clone() }.path(),
            name: report.title(text).to_owned(),
            is_chosen: report == self.report,
        };
        ReportName::ALL.into_iter().map(tab).collect()
    }

    pub(super) fn periods(&self, today: NaiveDate, texts: Texts) -> Vec<Choice> {
        let text = texts.reports();
        let monday = today - Days::new(today.weekday().num_days_from_monday().into());
        let this_month = Period::month_to_date(today);
        let last_month = Period::month_to_date(this_month.from - Days::new(1));
        let periods = [
            (Period::of_day(today), text.today()),
            (Period { from: monday, to: today }, text.this_week()),
            (this_month, text.this_month()),
            (last_month, texts.month_long(last_month.from)),
            (Period { from: financial_year_start(today), to: today }, text.this_year()),
        ];
        // On the first days of a week, a month or a year, several periods are the same days.
        let shown = self.days.period();
        let chosen = periods.iter().position(|(period, _)| Some(*period) == shown);
        let choice = |(place, (period, name)): (usize, (Period, &str))| Choice {
            value: self.path_of(period),
            name: name.to_owned(),
            is_chosen: chosen == Some(place),
        };
        periods.into_iter().enumerate().map(choice).collect()
    }

    /// The branches and the whole salon; empty where there is one.
    pub(super) fn branches(&self, page: &DeskPage<Manager>) -> Vec<Choice> {
        branch_choices(page, self.branch.as_ref())
    }

    /// Column and direction, for the form.
    pub(super) fn sort(&self) -> Option<(&str, &'static str)> {
        self.sorting.as_ref().map(|sorting| (sorting.column.as_str(), sorting.direction.as_str()))
    }

    fn at(&self) -> &str {
        self.branch.as_ref().map_or(ALL_BRANCHES, BranchId::as_str)
    }
}

/// The branch that the figures are of: the one that somebody works with, unless they ask for the whole salon. `None` for
/// the whole salon, which a salon with one branch always is, with what branches sold that are closed by now.
pub(crate) fn branch_of(page: &DeskPage<Manager>) -> Option<BranchId> {
    let is_whole_salon = page.salon.branches.len() < 2 || page.parameter("at").as_deref() == Some(ALL_BRANCHES);
    page.branch.as_ref().filter(|_| !is_whole_salon).map(|branch| branch.id.clone())
}

/// The branches and the whole salon; empty where there is one.
pub(crate) fn branch_choices(page: &DeskPage<Manager>, chosen: Option<&BranchId>) -> Vec<Choice> {
    let known = &page.salon.branches;
    if known.len() < 2 {
        return Vec::new();
    }
    let whole = Choice {
        value: ALL_BRANCHES.to_owned(),
        name: page.texts.reports().all_branches().to_owned(),
        is_chosen: chosen.is_none(),
    };
    let each = known.iter().map(|branch| Choice {
        value: branch.id.as_str().to_owned(),
        name: branch.name.clone(),
        is_chosen: chosen == Some(&branch.id),
    });
    [whole].into_iter().chain(each).collect()
}

/// Its first of April.
fn financial_year_start(day: NaiveDate) -> NaiveDate {
    let year = if day.month() < 4 { day.year() - 1 } else { day.year() };
    NaiveDate::from_ymd_opt(year, 4, 1).unwrap_or(day)
}

/// The pairs that have a value.
fn query_text(pairs: &[(&str, &str)]) -> String {
    let given = pairs.iter().filter(|(_, value)| !value.is_empty());
    given.map(|(name, value)| format!("{name}={}", encode(value))).collect::<Vec<_>>().join("&")
}

#[cfg(test)]
mod tests {
    use parlour_domain::ist::parse_date;

    use super::*;

    fn asked(from: &str, to: &str) -> Asked {
        Asked {
            report: ReportName::Sales,
            days: DayFilter::new(parse_date(from), parse_date(to)),
            branch: None,
            sorting: None,
        }
    }

    #[test]
    fn an_address_names_days_branch_and_order() {
        let sorting = Sorting { column: "days.taken".to_owned(), direction: Direction::Ascending };
        let found = Asked { branch: Some(BranchId::new("pune")), ..asked("2027-03-01", "2027-03-14") };
        assert_eq!(found.path(), "/reports/sales?at=pune&from=2027-03-01&to=2027-03-14");
        assert_eq!(
            found.sorted_path(sorting),
            "/reports/sales?at=pune&from=2027-03-01&to=2027-03-14&sort=days.taken&order=ascending"
        );
        assert_eq!(
            found.file_path(ReportFormat::Xlsx, ""),
            "/api/reports/sales?from=2027-03-01&to=2027-03-14&branchId=pune&format=xlsx"
        );
    }

    #[test]
    fn periods_end_today_save_the_last_month() {
        let today = parse_date("2027-02-01").unwrap();
        let names = |choices: &[Choice]| choices.iter().map(|choice| choice.value.clone()).collect::<Vec<_>>();
        let periods = asked("2027-02-01", "2027-02-01").periods(today, Texts::ENGLISH);
        assert_eq!(
            names(&periods),
            [
                "2027-02-01&to=2027-02-01",
                "2027-02-01&to=2027-02-01",
                "2027-02-01&to=2027-02-01",
                "2027-01-01&to=2027-01-31",
                "2026-04-01&to=2027-02-01"
            ]
            .map(|days| format!("/reports/sales?at=all&from={days}"))
        );
        assert_eq!(periods.iter().filter(|choice| choice.is_chosen).count(), 1);
        assert_eq!((periods[0].is_chosen, periods[3].name.as_str()), (true, "January"));
    }
}
