//! Lines of invoices: by service, by member of staff, by rate of tax.

use std::collections::BTreeMap;

use parlour_domain::ids::{ServiceId, StaffId};
use parlour_domain::service::ServiceType;

use super::{ReportScope, figures, one_column, sum_by_week};
use crate::db::{Conn, DbError, columns, select, sql};
use crate::{params, row};

figures! {
    /// How often, and for how much. GST included.
    SoldTotals {
        count: "count(*)",
        revenue_paise: "cast(sum(l.total_amount_paise) as bigint)",
    }
}

figures! {
    PerformedTotals {
        /// Visits in which they did something.
        visit_count: "count(distinct l.invoice_id)",
        service_count: "count(*)",
        revenue_paise: "cast(sum(l.total_amount_paise) as bigint)",
    }
}

figures! {
    TaxTotals {
        document_count: "count(distinct l.invoice_id)",
        taxable_value_paise: "cast(sum(l.taxable_value_paise) as bigint)",
        cgst_paise: "cast(sum(l.cgst_paise) as bigint)",
        sgst_paise: "cast(sum(l.sgst_paise) as bigint)",
        total_amount_paise: "cast(sum(l.total_amount_paise) as bigint)",
    }
}

/// A service accounting code and a rate in hundredths of a per cent.
pub type TaxKey = (String, i64);

/// Which documents a sum is over: of those days' invoices, or of their credit notes, whenever was billed what these
/// take back. A credit note takes its invoice back whole, and so line by line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SummedDocuments {
    Invoices,
    CreditNotes,
}

/// The services on invoices, those included that gems or a membership's hours paid for.
const BILLED_SERVICES: &str = " from invoices i join invoice_lines l on l.invoice_id = i.id
     where i.invoice_date between $1 and $2 and ($3 = '' or i.branch_id = $3) and l.service_id is not null";
const CREDITED_SERVICES: &str = " from credit_notes c join invoice_lines l on l.invoice_id = c.invoice_id
     where c.credit_date between $1 and $2 and ($3 = '' or c.branch_id = $3) and l.service_id is not null";

pub fn sum_by_service(
    conn: &mut Conn<'_>,
    scope: &ReportScope,
    documents: SummedDocuments,
) -> Result<BTreeMap<ServiceId, SoldTotals>, DbError> {
    let sql = match documents {
        SummedDocuments::Invoices => {
            sql!("select l.service_id, ", columns!(SoldTotals, ""), BILLED_SERVICES, " group by l.service_id")
        }
        SummedDocuments::CreditNotes => {
            sql!("select l.service_id, ", columns!(SoldTotals, ""), CREDITED_SERVICES, " group by l.service_id")
        }
    };
    sum_by_week(conn, scope, sql, one_column)
}

/// Sums by staff member; lines without a staff member are under `None`.
pub fn sum_by_staff(
    conn: &mut Conn<'_>,
    scope: &ReportScope,
    documents: SummedDocuments,
) -> Result<BTreeMap<Option<StaffId>, PerformedTotals>, DbError> {
    let sql = match documents {
        SummedDocuments::Invoices => {
            sql!("select l.staff_id, ", columns!(PerformedTotals, ""), BILLED_SERVICES, " group by l.staff_id")
        }
        SummedDocuments::CreditNotes => {
            sql!("select l.staff_id, ", columns!(PerformedTotals, ""), CREDITED_SERVICES, " group by l.staff_id")
        }
    };
    sum_by_week(conn, scope, sql, one_column)
}

/// Sums by code and rate of tax. Slips of membership sessions are left out: they bill nothing.
pub fn sum_by_tax(
    conn: &mut Conn<'_>,
    scope: &ReportScope,
    documents: SummedDocuments,
) -> Result<BTreeMap<TaxKey, TaxTotals>, DbError> {
    let sql = match documents {
        SummedDocuments::Invoices => sql!(
            "select l.sac, l.gst_rate_basis_points, ",
            columns!(TaxTotals, ""),
            " from invoices i join invoice_lines l on l.invoice_id = i.id
             where i.invoice_date between $1 and $2 and ($3 = '' or i.branch_id = $3)",
            TAX_GROUPS
        ),
        SummedDocuments::CreditNotes => sql!(
            "select l.sac, l.gst_rate_basis_points, ",
            columns!(TaxTotals, ""),
            " from credit_notes c join invoices i on i.id = c.invoice_id join invoice_lines l on l.invoice_id = i.id
             where c.credit_date between $1 and $2 and ($3 = '' or c.branch_id = $3)",
            TAX_GROUPS
        ),
    };
    sum_by_week(conn, scope, sql, |columns| Ok((columns.take()?, columns.take()?)))
}
const TAX_GROUPS: &str = " and i.invoice_type <> 'membership_session' group by l.sac, l.gst_rate_basis_points";

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
