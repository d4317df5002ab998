//! The first and the last day that the address of a list asks for.

use chrono::NaiveDate;
use http::StatusCode;
use parlour_domain::ist::parse_date;
use parlour_domain::report::period::{Period, PeriodRefusal, is_reportable_date};
use parlour_web::page::PageContext;

use parlour_texts::Texts;

/// Days of the address that are none, such as a 30 February, are wrong: nothing is shown then, rather than too much.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DayFilter {
    pub from: Option<NaiveDate>,
    pub to: Option<NaiveDate>,
    is_from_wrong: bool,
    is_to_wrong: bool,
    /// Of a report: too many days, or days of which there are no reports.
    is_unreportable: bool,
}

impl DayFilter {
    pub fn new(from: Option<NaiveDate>, to: Option<NaiveDate>) -> Self {
        Self { from, to, ..Self::default() }
    }

    pub fn read(page: &PageContext) -> Self {
        let typed = |name| page.parameter(name).map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
        let (from, to) = (typed("from"), typed("to"));
        let day = |text: &Option<String>| text.as_deref().and_then(parse_date);
        Self {
            from: day(&from),
            to: day(&to),
            is_from_wrong: from.is_some() && day(&from).is_none(),
            is_to_wrong: to.is_some() && day(&to).is_none(),
            is_unreportable: false,
        }
    }

    /// The days of a report: where none is named, it ends today and begins as `usual` does.
    #[must_use]
    pub fn for_report(self, today: NaiveDate, usual: fn(NaiveDate) -> Period) -> Self {
        if self.is_wrong() {
            return self;
        }
        let to = self.to.unwrap_or(today);
        let from = self.from.unwrap_or_else(|| usual(to).from);
        let is_too_long = matches!(Period::new(from, to), Err(PeriodRefusal::TooLong));
        let is_unreportable = is_too_long || !is_reportable_date(from) || !is_reportable_date(to);
        Self { from: Some(from), to: Some(to), is_unreportable, ..self }
    }

    /// What a report covers. None if the days are wrong, or not those of a report.
    pub fn period(&self) -> Option<Period> {
        let (from, to) = self.from.zip(self.to).filter(|_| !self.is_wrong())?;
        Period::new(from, to).ok()
    }

    pub fn is_wrong(&self) -> bool {
        self.is_from_wrong
            || self.is_to_wrong
            || self.is_unreportable
            || self.from.zip(self.to).is_some_and(|(from, to)| from > to)
    }

    /// The status of a list of these days.
    pub fn status(&self) -> StatusCode {
        if self.is_wrong() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK }
    }

    /// The fields that are wrong, and what is wrong with them.
    pub fn errors(&self, texts: Texts) -> Vec<(&'static str, &'static str)> {
        let text = texts.day_filter();
        let from = self.is_from_wrong.then(|| ("from", text.wrong_from()));
        let to = self.is_to_wrong.then(|| ("to", text.wrong_to()));
        let errors: Vec<_> = from.into_iter().chain(to).collect();
        if !errors.is_empty() || !self.is_wrong() {
            return errors;
        }
        vec![if self.is_unreportable { ("to", text.unreportable()) } else { ("from", text.wrong_period()) }]
    }

    pub fn has_error(&self, field: &str, texts: Texts) -> bool {
        self.errors(texts).iter().any(|(name, _)| *name == field)
    }

    /// Whether a day is asked for.
    pub fn is_filtered(&self) -> bool {
        self.from.is_some() || self.to.is_some()
    }

    pub fn first_day(&self) -> String {
        self.from.map(|day| day.to_string()).unwrap_or_default()
    }

    pub fn last_day(&self) -> String {
        self.to.map(|day| day.to_string()).unwrap_or_default()
    }
}
