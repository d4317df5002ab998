//! What is asked of a report, and the report as JSON or as a file.

use axum::body::Body;
use axum::response::Response;
use chrono::NaiveDate;
use http::Uri;
use http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, HeaderValue};
use parlour_app::reports::{Report, comma_separated, workbook};
use parlour_domain::ids::BranchId;
use parlour_domain::period::{NotAPeriod, Period, is_reported};
use parlour_domain::report::ReportFormat;
use parlour_store::reports::Scope;
use parlour_store::{Conn, DbError, branches};
use serde::Serialize;

use crate::error::{ApiError, Code};
use crate::fields::{Fields, date, id, one_of};
use crate::respond::{Answered, ok};
use crate::web::Web;

const CSV_TYPE: HeaderValue = HeaderValue::from_static("text/csv; charset=utf-8");
const XLSX_TYPE: HeaderValue =
    HeaderValue::from_static("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet");

/// Which days, as far as they can be read; the rest is the same for every report.
pub(super) struct Asked {
    fields: Fields,
    period: Option<Period>,
}

impl Asked {
    /// The month so far, unless the query says otherwise.
    pub(super) fn period(web: &Web, uri: &Uri) -> Self {
        let mut fields = Fields::of_query(uri.query());
        let asked = [fields.optional("from", reported_day), fields.optional("to", reported_day)];
        let period = between(&mut fields, asked, web.app().clock.now().ist_date(), Period::month_until);
        Self { fields, period }
    }

    /// Today, unless the query says otherwise.
    pub(super) fn day(web: &Web, uri: &Uri) -> Self {
        let mut fields = Fields::of_query(uri.query());
        let date = fields.optional("date", reported_day);
        let asked = [fields.optional("from", reported_day), fields.optional("to", reported_day)];
        let period = match (date, asked) {
            (Some(day), [None, None]) => Some(Period::of_day(day)),
            (Some(_), _) => fields.refuse("date", "cannot be given together with `from` or `to`"),
            (None, asked) => between(&mut fields, asked, web.app().clock.now().ist_date(), Period::of_day),
        };
        Self { fields, period }
    }
}

/// From one day to another. Where the last is missing, today is; where the first is, what is usual.
fn between(
    fields: &mut Fields,
    [from, to]: [Option<NaiveDate>; 2],
    today: NaiveDate,
    usual: fn(NaiveDate) -> Period,
) -> Option<Period> {
    if fields.have_failed() {
        return None;
    }
    let to = to.unwrap_or(today);
    match Period::new(from.unwrap_or(usual(to).from), to) {
        Ok(period) => Some(period),
        Err(why @ NotAPeriod::Backwards) => fields.refuse("from", why),
        Err(why @ NotAPeriod::TooLong) => fields.refuse("to", why),
    }
}

fn reported_day(text: &str) -> Result<NaiveDate, &'static str> {
    let day = date(text)?;
    if is_reported(day) { Ok(day) } else { Err("must be in the years 2000 to 2999") }
}

#[derive(Serialize)]
struct Reported<R> {
    report: R,
}

pub(super) async fn answer<R: Report>(web: &Web, asked: Asked) -> Answered {
    let Asked { mut fields, period } = asked;
    let format = fields.optional("format", one_of(ReportFormat::parse, "json, csv or xlsx"));
    let table = fields.optional("table", |text| {
        let found = R::TABLES.iter().position(|table| *table == text);
        found.ok_or_else(|| format!("must be {}", R::TABLES.join(" or ")))
    });
    let branch = fields.optional("branchId", id(BranchId::new));
    if let Some(branch) = branch.clone() {
        let found = move |conn: &mut Conn<'_>| branches::seller(conn, &branch).map_err(ApiError::from);
        if web.app().db.read(found).await?.is_none() {
            fields.refuse::<()>("branchId", "is not a branch of ours");
        }
    }
    let scope = fields.build(|| Some(Scope { period: period?, branch }))?;
    let (period, today) = (scope.period, web.app().clock.now().ist_date());
    let compute = move |conn: &mut Conn<'_>| R::compute(conn, &scope, today);
    let report = web.app().db.report::<_, DbError>(compute).await?;
    let format = format.unwrap_or(ReportFormat::Json);
    if format == ReportFormat::Json {
        return ok(Reported { report });
    }
    let written = tokio::task::spawn_blocking(move || file(&report, format, table.unwrap_or(0), period));
    written.await.map_err(|_| not_written("it was given up"))?
}

fn file<R: Report>(report: &R, format: ReportFormat, table: usize, period: Period) -> Answered {
    let tables = report.tables();
    let (kind, about, bytes) = match format {
        ReportFormat::Xlsx => {
            let bytes = workbook(&tables).map_err(|error| not_written(&error.to_string()))?;
            (XLSX_TYPE, String::new(), bytes)
        }
        ReportFormat::Csv | ReportFormat::Json => {
            let one = tables.get(table).ok_or_else(|| not_written("it has no such table"))?;
            let bytes = comma_separated(one).map_err(|error| not_written(&error.to_string()))?;
            let about = if tables.len() > 1 { format!("-{}", one.name) } else { String::new() };
            (CSV_TYPE, about, bytes)
        }
    };
    let Period { from, to } = period;
    let days = if from == to { from.to_string() } else { format!("{from}-to-{to}") };
    let name = format!("attachment; filename=\"{}{about}-{days}.{format}\"", R::NAME);
    let mut response = Response::new(Body::from(bytes));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, kind);
    if let Ok(name) = HeaderValue::from_str(&name) {
        headers.insert(CONTENT_DISPOSITION, name);
    }
    Ok(response)
}

fn not_written(why: &str) -> ApiError {
    tracing::error!(why, "a report was not written");
    ApiError::new(Code::Internal, "The report could not be written.")
}
