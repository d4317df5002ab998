//! Invoices: what was sold, and how it was paid.

use crate::words::words;

words! {
    InvoiceType {
        Service = "service",
        MembershipPurchase = "membership_purchase",
        /// A slip of 0 rupees: the hours were paid with the membership.
        MembershipSession = "membership_session",
    }
}

words! {
    PaymentMethod {
        Cash = "cash",
        Upi = "upi",
        Card = "card",
    }
}

words! {
    PaymentStatus {
        Pending = "pending",
        Paid = "paid",
        Refunded = "refunded",
    }
}
