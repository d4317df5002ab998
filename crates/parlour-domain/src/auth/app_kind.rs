//! The two apps: the customer app and the admin app.

use crate::string_enum::string_enum;

string_enum! {
    AppKind {
        Customer = "customer",
        Admin = "admin",
    }
}

impl AppKind {
    /// Cookies ignore ports, so two apps on one host need two names.
    pub fn session_cookie(self) -> &'static str {
        match self {
            Self::Customer => "__Host-parlour",
            Self::Admin => "__Host-parlour-admin",
        }
    }
}
