//! Imports memberships that another system sold.

use chrono::NaiveDate;
use parlour_app::memberships::{EarlierSale, RecordSaleRefusal, record_earlier_sale};
use parlour_app::request_context::RequestContext;
use parlour_domain::billing::money::parse_rupees;
use parlour_domain::ids::UserId;
use parlour_domain::membership::{MAX_TOTAL_MINUTES, MAX_VALIDITY_DAYS, MembershipTerm};
use parlour_domain::text::{fold_case, required_text};
use parlour_store::import_export::imports;
use parlour_store::memberships::tiers::Tier;
use parlour_store::{Conn, DbError, Tx};

use super::column::{Column, date_column, optional_column, required_column};
use super::customer_cells::find_customer;
use super::imported_row::{RowOutcome, SOURCE_ID};
use super::sheet::{CellError, RowParser, SheetRow};

pub(super) const COLUMNS: &[Column] = &[
    required_column("tier"),
    date_column("startDate", true),
    date_column("lastDate", true),
    required_column("totalHours"),
    optional_column("usedHours"),
    optional_column("pricePaid"),
    optional_column("membershipNumber"),
    optional_column("customerSourceId"),
    optional_column("customerEmail"),
    optional_column("customerPhone"),
    optional_column("customerName"),
    optional_column("notes"),
    optional_column(SOURCE_ID),
];

pub(super) const EXAMPLE: &str = "\
customerPhone,customerName,tier,startDate,lastDate,totalHours,usedHours,pricePaid
98450 12345,Asha Rao,Gold,2026-01-15,2027-01-14,20,7.5,\"24,000\"";

pub(super) const IDENTITY_COLUMNS: &[&str] =
    &["membershipNumber", "tier", "startDate", "customerSourceId", "customerEmail", "customerPhone", "customerName"];

pub(super) fn import_row(tx: &mut Tx<'_>, context: &RequestContext, row: &SheetRow) -> Result<RowOutcome, DbError> {
    let sale = match parse_row(tx, row)? {
        Ok(sale) => sale,
        Err(errors) => return Ok(RowOutcome::Refused(errors)),
    };
    let refused = |column, message: String| Ok(RowOutcome::Refused(vec![CellError { column, message }]));
    match record_earlier_sale(tx, context, &sale) {
        Ok(id) => Ok(RowOutcome::Imported(id.to_string())),
        Err(RecordSaleRefusal::Db(error)) => Err(error),
        Err(taken @ RecordSaleRefusal::NumberTaken) => refused("membershipNumber", taken.to_string()),
        Err(refusal @ (RecordSaleRefusal::AlreadyActive | RecordSaleRefusal::NoPrimaryBranch)) => {
            refused("", refusal.to_string())
        }
    }
}

fn parse_row(conn: &mut Conn<'_>, row: &SheetRow) -> Result<Result<EarlierSale, Vec<CellError>>, DbError> {
    let mut parser = RowParser::of(row);
    let start = parser.required_date("startDate");
    let last = parser.required_date("lastDate");
    let term = start.zip(last).and_then(|(start, last)| parse_term(start, last, &mut parser));
    let total = parser.required_column("totalHours", parse_hours);
    let used = parser.optional_column("usedHours", parse_hours);
    if total == Some(0) {
        parser.add_error("totalHours", "must not be 0");
    }
    if total.zip(used).is_some_and(|(total, used)| used > total) {
        parser.add_error("usedHours", "must not be more than totalHours");
    }
    let price_paise = parser
        .optional_column("pricePaid", |text| parse_rupees(text).ok_or("must be rupees, such as 1499 or 1,499.50"));
    let number = parser.optional_column("membershipNumber", |text| required_text(text, 40));
    let notes = parser.optional_column("notes", |text| required_text(text, 1_000));
    let tier = find_tier(conn, row, &mut parser)?;
    let customer_id: Option<UserId> = find_customer(conn, row, &mut parser)?;
    let sale = (|| {
        Some(EarlierSale {
            customer_id: customer_id?,
            tier: tier?,
            total_minutes: total?,
            used_minutes: used.unwrap_or(0),
            price_paise: price_paise.unwrap_or(0),
            term: term?,
            number,
            notes,
        })
    })();
    Ok(parser.finish(sale))
}

fn parse_term(start: NaiveDate, last: NaiveDate, parser: &mut RowParser<'_>) -> Option<MembershipTerm> {
    let days = last.signed_duration_since(start).num_days() + 1;
    let term = if (1..=MAX_VALIDITY_DAYS).contains(&days) { MembershipTerm::of(start, days) } else { None };
    if term.is_none() {
        parser.add_error("lastDate", "must not be before startDate, nor more than 100 years later");
    }
    term
}

/// The tier with this name, on sale or not.
fn find_tier(conn: &mut Conn<'_>, row: &SheetRow, parser: &mut RowParser<'_>) -> Result<Option<Tier>, DbError> {
    let Some(name) = parser.required_column("tier", |text| required_text(text, 120)) else { return Ok(None) };
    let found = imports::list_tiers(conn)?.into_iter().find(|tier| fold_case(&tier.name) == fold_case(&name));
    if found.is_none() && row.cell("tier").is_some() {
        parser.add_error("tier", "is no tier of ours");
    }
    Ok(found)
}

/// `10`, `10.5` or `10:30`, in minutes.
fn parse_hours(text: &str) -> Result<i64, &'static str> {
    let wrong = "must be hours, such as 10, 10.5 or 10:30";
    let number = |digits: &str| {
        let is_number = !digits.is_empty() && digits.len() <= 9 && digits.bytes().all(|byte| byte.is_ascii_digit());
        digits.parse::<i64>().ok().filter(|_| is_number).ok_or(wrong)
    };
    let minutes = if let Some((hours, minutes)) = text.split_once(':') {
        let minutes = number(minutes)?;
        if minutes >= 60 {
            return Err(wrong);
        }
        number(hours)? * 60 + minutes
    } else if let Some((hours, fraction)) = text.split_once('.') {
        if fraction.len() > 2 {
            return Err(wrong);
        }
        let hundredths = number(&format!("{fraction:0<2}"))?;
        number(hours)? * 60 + (hundredths * 60 + 50) / 100
    } else {
        number(text)? * 60
    };
    if minutes <= MAX_TOTAL_MINUTES { Ok(minutes) } else { Err(wrong) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hours_are_read_as_minutes() {
        for (text, minutes) in [("10", 600), ("10.5", 630), ("7.25", 435), ("10:30", 630), ("0", 0), ("0.33", 20)] {
            assert_eq!(parse_hours(text), Ok(minutes), "{text}");
        }
        for text in ["", "ten", "-1", "10:60", "1.234", "10h", "99999999999"] {
            assert!(parse_hours(text).is_err(), "{text}");
        }
    }
}
