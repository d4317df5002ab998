//! Imports services with their prices.

use parlour_app::request_context::RequestContext;
use parlour_app::services::{CategoryPatch, NewCategory, NewService, ServicePatch, ServiceRefusal, add, add_category};
use parlour_domain::billing::money::parse_rupees;
use parlour_domain::ids::CategoryId;
use parlour_domain::service::{MAX_SERVICE_MINUTES, ServiceType, parse_sac};
use parlour_domain::text::{limited_text, required_name, slug};
use parlour_store::catalogue::catalogue_records;
use parlour_store::{DbError, Tx};

use super::column::{Column, optional_column, required_column};
use super::imported_row::{RowOutcome, SOURCE_ID};
use super::sheet::{CellError, RowParser, SheetRow, parse_integer, parse_yes_no};

pub(super) const COLUMNS: &[Column] = &[
    required_column("serviceType"),
    required_column("category"),
    required_column("name"),
    required_column("durationMinutes"),
    required_column("price"),
    optional_column("description"),
    optional_column("nameHi"),
    optional_column("descriptionHi"),
    optional_column("bufferMinutes"),
    optional_column("sac"),
    optional_column("gemsRequired"),
    optional_column("isActive"),
    optional_column(SOURCE_ID),
];

pub(super) const EXAMPLE: &str = "\
serviceType,category,name,durationMinutes,price,bufferMinutes,gemsRequired,isActive
salon,Hair,Hair Cut,45,\"1,499.50\",5,,yes
spa,Massage,Deep Tissue Massage,60,2500,10,40,yes";

pub(super) const IDENTITY_COLUMNS: &[&str] = &["serviceType", "category", "name"];

/// A row whose category is not looked up yet.
struct ParsedService {
    service_type: ServiceType,
    category: String,
    name: String,
    duration_minutes: i64,
    price_paise: i64,
    details: ServicePatch,
}

/// Creates the category if it is missing.
pub(super) fn import_row(tx: &mut Tx<'_>, context: &RequestContext, row: &SheetRow) -> Result<RowOutcome, DbError> {
    let parsed = match parse_row(row) {
        Ok(parsed) => parsed,
        Err(errors) => return Ok(RowOutcome::Refused(errors)),
    };
    let category_id = find_or_add_category(tx, context, parsed.service_type, &parsed.category)?;
    let ParsedService { name, duration_minutes, price_paise, details, .. } = parsed;
    let new = NewService { category_id, name, duration_minutes, price_paise, details };
    match add(tx, context, &new) {
        Ok(added) => Ok(RowOutcome::Imported(added.service.id.to_string())),
        Err(ServiceRefusal::Db(error)) => Err(error),
        Err(refusal) => Ok(RowOutcome::Refused(vec![CellError { column: "", message: refusal.to_string() }])),
    }
}

fn find_or_add_category(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    service_type: ServiceType,
    name: &str,
) -> Result<CategoryId, DbError> {
    if let Some(id) = catalogue_records::category_by_slug(tx, service_type, &slug(name))? {
        return Ok(id);
    }
    let new = NewCategory { name: name.to_owned(), service_type, details: CategoryPatch::default() };
    Ok(add_category(tx, context, &new)?.id)
}

fn parse_row(row: &SheetRow) -> Result<ParsedService, Vec<CellError>> {
    let mut parser = RowParser::of(row);
    let service_type = parser
        .required_column("serviceType", |text| ServiceType::parse(&text.to_lowercase()).ok_or("must be salon or spa"));
    let category = parser.required_column("category", |text| required_name(text, 120));
    let name = parser.required_column("name", |text| required_name(text, 120));
    let duration_minutes =
        parser.required_column("durationMinutes", |text| parse_integer(text, 1, MAX_SERVICE_MINUTES));
    let price_paise =
        parser.required_column("price", |text| parse_rupees(text).ok_or("must be rupees, such as 1499 or 1,499.50"));
    let gems_required = parser.optional_column("gemsRequired", |text| parse_integer(text, 1, 1_000_000));
    let details = ServicePatch {
        description: parser.optional_column("description", |text| limited_text(text, 1_000)),
        name_hi: parser.optional_column("nameHi", |text| required_name(text, 120)).map(Some),
        description_hi: parser.optional_column("descriptionHi", |text| limited_text(text, 1_000)).map(Some),
        buffer_minutes: parser.optional_column("bufferMinutes", |text| parse_integer(text, 0, MAX_SERVICE_MINUTES)),
        sac: parser.optional_column("sac", parse_sac),
        is_active: parser.optional_column("isActive", parse_yes_no),
        gems_redeemable: gems_required.map(|_| true),
        gems_required: gems_required.map(Some),
        ..ServicePatch::default()
    };
    let service = (|| {
        Some(ParsedService {
            service_type: service_type?,
            category: category?,
            name: name?,
            duration_minutes: duration_minutes?,
            price_paise: price_paise?,
            details,
        })
    })();
    parser.finish(service)
}
