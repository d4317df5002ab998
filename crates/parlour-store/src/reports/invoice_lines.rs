//! Lines of invoices: by service, by member of staff, by rate of tax.

use std::collections::BTreeMap;

use parlour_db::{Columns, Conn, DbError, columns, params, row, select, sql};
use parlour_domain::ids::{ServiceId, StaffId};
use parlour_domain::service::ServiceType;

use super::kept_sum::{KeptSum, SumKey};
use super::{ReportScope, figures};

figures! {
    /// How often, and for how much. GST included.
    SoldTotals {
        count: "count(*)",
        revenue_paise: "cast(sum(l.total_amount_paise) as bigint)",
    }
}

figures! {
    PerformedTotals {
        /// Visits in which they did something. A booking that was reopened and billed again is one visit.
        visit_count: "count(distinct case when d.superseded_at is null then d.id end)",
        service_count: "count(*)",
        revenue_paise: "cast(sum(l.total_amount_paise) as bigint)",
    }
}

figures! {
    TaxTotals {
        document_count: "count(distinct d.id)",
        taxable_value_paise: "cast(sum(l.taxable_value_paise) as bigint)",
        cgst_paise: "cast(sum(l.cgst_paise) as bigint)",
        sgst_paise: "cast(sum(l.sgst_paise) as bigint)",
        total_amount_paise: "cast(sum(l.total_amount_paise) as bigint)",
    }
}

/// A service accounting code and a rate in hundredths of a per cent.
pub type TaxKey = (String, i64);

impl SumKey for TaxKey {
    fn take(columns: &mut Columns<'_>) -> Result<Self, DbError> {
        Ok((columns.take()?, columns.take()?))
    }

    fn to_text(&self) -> String {
        format!("{}/{}", self.0, self.1)
    }

    fn from_text(text: &str) -> Option<Self> {
        let (sac, rate) = text.rsplit_once('/')?;
        Some((sac.to_owned(), rate.parse().ok()?))
    }
}

/// The services on invoices, those included that gems or a membership's hours paid for. Left out are slips of reversed
/// sessions, and invoices of 0 rupees whose bookings were reopened: no credit note takes these back.
const BILLED_SERVICES: &str = " from invoices d join invoice_lines l on l.invoice_id = d.id
     where d.invoice_date between $1 and $2 and ($3 = '' or d.branch_id = $3) and l.service_id is not null
         and d.voided_at is null and (d.superseded_at is null or d.total_amount_paise > 0)";
/// The services on credit notes, whenever they were billed. `b` is the line that was billed.
const CREDITED_SERVICES: &str = " from credit_notes d join credit_note_lines l on l.credit_note_id = d.id
         join invoice_lines b on b.invoice_id = d.invoice_id and b.line_number = l.line_number
     where d.credit_date between $1 and $2 and ($3 = '' or d.branch_id = $3) and b.service_id is not null
         and (l.total_amount_paise > 0 or l.gems_given_back > 0)";

pub(super) const BILLED_BY_SERVICE: KeptSum<ServiceId, SoldTotals> = KeptSum::new(
    "billed_by_service",
    sql!("select l.service_id, ", columns!(SoldTotals, ""), BILLED_SERVICES, " group by l.service_id"),
);
pub(super) const CREDITED_BY_SERVICE: KeptSum<ServiceId, SoldTotals> = KeptSum::new(
    "credited_by_service",
    sql!("select b.service_id, ", columns!(SoldTotals, ""), CREDITED_SERVICES, " group by b.service_id"),
);
pub(super) const BILLED_BY_STAFF: KeptSum<Option<StaffId>, PerformedTotals> = KeptSum::new(
    "billed_by_staff",
    sql!("select l.staff_id, ", columns!(PerformedTotals, ""), BILLED_SERVICES, " group by l.staff_id"),
);
pub(super) const CREDITED_BY_STAFF: KeptSum<Option<StaffId>, SoldTotals> = KeptSum::new(
    "credited_by_staff",
    sql!("select b.staff_id, ", columns!(SoldTotals, ""), CREDITED_SERVICES, " group by b.staff_id"),
);
pub(super) const BILLED_BY_TAX: KeptSum<TaxKey, TaxTotals> = KeptSum::new(
    "billed_by_tax",
    sql!(
        "select l.sac, l.gst_rate_basis_points, ",
        columns!(TaxTotals, ""),
        " from invoices d join invoice_lines l on l.invoice_id = d.id
         where d.invoice_date between $1 and $2 and ($3 = '' or d.branch_id = $3)
             and d.invoice_type <> 'membership_session'
         group by l.sac, l.gst_rate_basis_points"
    ),
);
pub(super) const CREDITED_BY_TAX: KeptSum<TaxKey, TaxTotals> = KeptSum::new(
    "credited_by_tax",
    sql!(
        "select b.sac, case when d.carries_tax then b.gst_rate_basis_points else 0 end, ",
        columns!(TaxTotals, ""),
        " from credit_notes d join credit_note_lines l on l.credit_note_id = d.id
             join invoice_lines b on b.invoice_id = d.invoice_id and b.line_number = l.line_number
         where d.credit_date between $1 and $2 and ($3 = '' or d.branch_id = $3)
         group by b.sac, case when d.carries_tax then b.gst_rate_basis_points else 0 end"
    ),
);

pub fn sum_billed_by_service(
    conn: &mut Conn<'_>,
    scope: &ReportScope,
) -> Result<BTreeMap<ServiceId, SoldTotals>, DbError> {
    BILLED_BY_SERVICE.read(conn, scope)
}

/// A service that is credited in two parts counts twice.
pub fn sum_credited_by_service(
    conn: &mut Conn<'_>,
    scope: &ReportScope,
) -> Result<BTreeMap<ServiceId, SoldTotals>, DbError> {
    CREDITED_BY_SERVICE.read(conn, scope)
}

/// Sums by staff member; lines without a staff member are under `None`.
pub fn sum_billed_by_staff(
    conn: &mut Conn<'_>,
    scope: &ReportScope,
) -> Result<BTreeMap<Option<StaffId>, PerformedTotals>, DbError> {
    BILLED_BY_STAFF.read(conn, scope)
}

/// Credited sums by staff member; lines without a staff member are under `None`.
pub fn sum_credited_by_staff(
    conn: &mut Conn<'_>,
    scope: &ReportScope,
) -> Result<BTreeMap<Option<StaffId>, SoldTotals>, DbError> {
    CREDITED_BY_STAFF.read(conn, scope)
}

/// Sums by code and rate of tax. Slips of membership sessions are left out: they bill nothing.
pub fn sum_billed_by_tax(conn: &mut Conn<'_>, scope: &ReportScope) -> Result<BTreeMap<TaxKey, TaxTotals>, DbError> {
    BILLED_BY_TAX.read(conn, scope)
}

/// Credited sums by code and rate of tax. Notes that carry no tax stand under rate 0: they reduce nothing of the tax
/// that was billed.
pub fn sum_credited_by_tax(conn: &mut Conn<'_>, scope: &ReportScope) -> Result<BTreeMap<TaxKey, TaxTotals>, DbError> {
    CREDITED_BY_TAX.read(conn, scope)
}

/// What a service is called today.
#[derive(Debug, Clone)]
pub struct NamedService {
    pub id: ServiceId,
    pub name: String,
    pub category_name: String,
    pub service_type: ServiceType,
}
row! { NamedService { id, name, category_name: "c.name", service_type: "c.service_type" } }

/// The whole catalogue.
pub fn list_service_names(conn: &mut Conn<'_>) -> Result<Vec<NamedService>, DbError> {
    conn.all(
        sql!(
            select!(NamedService, "s"),
            " from services s join service_categories c on c.id = s.category_id order by s.id"
        ),
        params![],
    )
}

/// Everyone who has ever worked here.
pub fn list_staff_names(conn: &mut Conn<'_>) -> Result<BTreeMap<StaffId, String>, DbError> {
    let names = conn.all::<(StaffId, String)>("select id, display_name from staff order by id", params![])?;
    Ok(names.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_of_tax_is_read_as_it_is_written() {
        let key: TaxKey = ("999721".to_owned(), 1_800);
        assert_eq!(TaxKey::from_text(&key.to_text()), Some(key));
    }
}
