//! The two front doors.

use serde::Serialize;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum AppSide {
    Customer,
    Admin,
}

impl AppSide {
    pub const BOTH: [Self; 2] = [Self::Customer, Self::Admin];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Customer => "customer",
            Self::Admin => "admin",
        }
    }

    /// Cookies ignore ports, so two apps on one host need two names.
    pub fn session_cookie(self) -> &'static str {
        match self {
            Self::Customer => "__Host-parlour",
            Self::Admin => "__Host-parlour-admin",
        }
    }
}
