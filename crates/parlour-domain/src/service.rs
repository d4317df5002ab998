//! The two kinds of work a salon and spa does.

use serde::Serialize;
use utoipa::ToSchema;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ServiceType {
    Salon,
    Spa,
}

impl ServiceType {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Salon => "salon",
            Self::Spa => "spa",
        }
    }

    pub fn parse(typed: &str) -> Option<Self> {
        [Self::Salon, Self::Spa].into_iter().find(|kind| kind.as_str() == typed)
    }
}
