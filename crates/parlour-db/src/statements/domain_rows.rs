//! Types of the domain that are read from rows as they are. Only this crate may say so: both the type and the trait are
//! foreign to the others.

use parlour_domain::billing::credit::CreditableLine;
use parlour_domain::billing::gst::TaxSplit;
use parlour_domain::billing::payment::Payment;
use parlour_domain::booking::availability::BookedLine;
use parlour_domain::gems::GemsLot;
use parlour_domain::service::ServiceType;

use crate::{Column, Columns, DbError, FromRow, Row, row};

row! { BookedLine { staff_id, duration_minutes, buffer_minutes } }
row! { CreditableLine { line_number, left_paise, left_gems } }
row! { GemsLot { transaction_id, remaining, earned_at, expires_at } }
row! { Payment { method, amount_paise, reference } }
row! { TaxSplit { taxable_value_paise, cgst_paise, sgst_paise } }

/// What somebody does is a column for each type of service.
impl FromRow for Vec<ServiceType> {
    fn from_row(columns: &mut Columns<'_>) -> Result<Self, DbError> {
        let served = [(columns.take()?, ServiceType::Salon), (columns.take()?, ServiceType::Spa)];
        Ok(served.into_iter().filter_map(|(serves, kind): (bool, _)| serves.then_some(kind)).collect())
    }
}

impl Row for Vec<ServiceType> {
    const COLUMNS: &'static [Column] = &[Column::Named("serves_salon"), Column::Named("serves_spa")];
}
