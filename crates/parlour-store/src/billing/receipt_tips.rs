//! The tips that were given with an invoice, for its receipt.

use parlour_db::{Conn, DbError, params, row, select, sql};
use parlour_domain::billing::invoice::PaymentMethod;
use parlour_domain::ids::InvoiceId;

/// A tip, and whom it is for.
#[derive(Debug, Clone)]
pub struct ReceiptTip {
    pub staff_name: String,
    pub method: PaymentMethod,
    pub amount_paise: i64,
}
row! { ReceiptTip { staff_name: "s.display_name", method, amount_paise } }

/// By name.
pub fn list_tips(conn: &mut Conn<'_>, invoice: &InvoiceId) -> Result<Vec<ReceiptTip>, DbError> {
    conn.all(
        sql!(
            select!(ReceiptTip, "t"),
            " from tips t join staff s on s.id = t.staff_id where t.invoice_id = $1 order by s.display_name, t.id"
        ),
        params![invoice],
    )
}
