//! The price list of another system.

use parlour_domain::ids::CategoryId;
use parlour_domain::money::parse_rupees;
use parlour_domain::service::{LONGEST_SERVICE_MINUTES, ServiceType, sac};
use parlour_domain::text::{at_most, filled, slug};
use parlour_store::{DbError, Tx, catalogue};

use super::sheet::{Cells, optional, required};
use super::{CellComplaint, Column, Outcome, SOURCE_ID, SheetRow};
use crate::occasion::Occasion;
use crate::services::{
    CategoryWish, NewCategory, NewService, ServiceRefusal, ServiceWish, add, add_category,
};

pub(super) const COLUMNS: &[Column] = &[
    required("serviceType"),
    required("category"),
    required("name"),
    required("durationMinutes"),
    required("price"),
    optional("description"),
    optional("bufferMinutes"),
    optional("sac"),
    optional("gemsRequired"),
    optional("isActive"),
    optional(SOURCE_ID),
];

pub(super) const IDENTITY: &[&str] = &["serviceType", "category", "name"];

/// A row, before its category is known.
struct Line {
    service_type: ServiceType,
    category: String,
    name: String,
    duration_minutes: i64,
    price_paise: i64,
    details: ServiceWish,
}

/// A category that is not there yet is made.
pub(super) fn take_in(tx: &mut Tx<'_>, occasion: &Occasion, row: &SheetRow) -> Result<Outcome, DbError> {
    let line = match read(row) {
        Ok(line) => line,
        Err(complaints) => return Ok(Outcome::Refused(complaints)),
    };
    let category_id = category(tx, occasion, line.service_type, &line.category)?;
    let Line { name, duration_minutes, price_paise, details, .. } = line;
    let new = NewService { category_id, name, duration_minutes, price_paise, details };
    match add(tx, occasion, &new) {
        Ok(kept) => Ok(Outcome::Became(kept.service.id.to_string())),
        Err(ServiceRefusal::Db(error)) => Err(error),
        Err(refusal) => {
            Ok(Outcome::Refused(vec![CellComplaint { column: "", message: refusal.to_string() }]))
        }
    }
}

fn category(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    service_type: ServiceType,
    name: &str,
) -> Result<CategoryId, DbError> {
    if let Some(id) = catalogue::category_by_slug(tx, service_type, &slug(name))? {
        return Ok(id);
    }
    let new = NewCategory { name: name.to_owned(), service_type, details: CategoryWish::default() };
    Ok(add_category(tx, occasion, &new)?.id)
}

fn read(row: &SheetRow) -> Result<Line, Vec<CellComplaint>> {
    let mut cells = Cells::of(row);
    let service_type = cells.required("serviceType", |text| {
        ServiceType::parse(&text.to_lowercase()).ok_or("must be salon or spa")
    });
    let category = cells.required("category", |text| filled(text, 120));
    let name = cells.required("name", |text| filled(text, 120));
    let duration_minutes = cells.required("durationMinutes", |text| whole(text, 1, LONGEST_SERVICE_MINUTES));
    let price_paise =
        cells.required("price", |text| parse_rupees(text).ok_or("must be rupees, such as 1499 or 1,499.50"));
    let gems_required = cells.optional("gemsRequired", |text| whole(text, 1, 1_000_000));
    let details = ServiceWish {
        description: cells.optional("description", |text| at_most(text, 1_000)),
        buffer_minutes: cells.optional("bufferMinutes", |text| whole(text, 0, LONGEST_SERVICE_MINUTES)),
        sac: cells.optional("sac", sac),
        is_active: cells.optional("isActive", yes_or_no),
        gems_redeemable: gems_required.map(|_| true),
        gems_required: gems_required.map(Some),
        ..ServiceWish::default()
    };
    let line = (|| {
        Some(Line {
            service_type: service_type?,
            category: category?,
            name: name?,
            duration_minutes: duration_minutes?,
            price_paise: price_paise?,
            details,
        })
    })();
    cells.build(line)
}

fn whole(text: &str, least: i64, most: i64) -> Result<i64, String> {
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| format!("must be a whole number from {least} to {most}"))
}

fn yes_or_no(text: &str) -> Result<bool, &'static str> {
    match text.to_lowercase().as_str() {
        "yes" | "true" | "1" => Ok(true),
        "no" | "false" | "0" => Ok(false),
        _ => Err("must be yes or no"),
    }
}
