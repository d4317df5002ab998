//! What the pages about money share: names of methods and kinds, addresses, amounts as values of fields.

use parlour_domain::billing::invoice::{InvoiceType, PaymentMethod};
use parlour_domain::billing::payment::Payment;
use parlour_domain::ids::{InvoiceId, UserId};
use parlour_store::users::user_records;
use parlour_store::{Conn, DbError};

use parlour_texts::Texts;
use parlour_web::format;

pub fn invoice_path(id: &InvoiceId) -> String {
    format!("/invoices/{id}")
}

pub fn method_name(method: PaymentMethod, texts: Texts) -> &'static str {
    let [cash, upi, card] = texts.invoices().methods();
    match method {
        PaymentMethod::Cash => cash,
        PaymentMethod::Upi => upi,
        PaymentMethod::Card => card,
    }
}

/// `UPI ₹700, Cash ₹500`.
pub(crate) fn payment_list(payments: &[Payment], texts: Texts) -> String {
    let text =
        |payment: &Payment| format!("{} {}", method_name(payment.method, texts), format::money(payment.amount_paise));
    payments.iter().map(text).collect::<Vec<_>>().join(", ")
}

pub fn kind_name(kind: InvoiceType, texts: Texts) -> &'static str {
    let [service, purchase, session] = texts.invoices().kinds();
    match kind {
        InvoiceType::Service => service,
        InvoiceType::MembershipPurchase => purchase,
        InvoiceType::MembershipSession => session,
    }
}

/// Paise as the value of a field in rupees: `1200`, `2500.50`.
pub fn rupees_value(paise: i64) -> String {
    if paise % 100 == 0 { (paise / 100).to_string() } else { format!("{}.{:02}", paise / 100, paise % 100) }
}

/// The name of a member of the team; empty if there is no such user any more.
pub fn name_of(conn: &mut Conn<'_>, user: &UserId) -> Result<String, DbError> {
    Ok(user_records::by_id(conn, user)?.map(|user| user.name).unwrap_or_default())
}
