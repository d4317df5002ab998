//! Promotional offers.

use serde::Serialize;
use utoipa::ToSchema;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OfferType {
    Percentage,
    Flat,
    ComboPrice,
}

impl OfferType {
    pub const ALL: [Self; 3] = [Self::Percentage, Self::Flat, Self::ComboPrice];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Percentage => "percentage",
            Self::Flat => "flat",
            Self::ComboPrice => "combo_price",
        }
    }

    pub fn parse(typed: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == typed)
    }
}
