//! What the salon has settled for its business, apart from any request.

use chrono::NaiveDate;
use parlour_domain::billing::gst::GstRate;

/// Use cases find it in the context of a request.
#[derive(Debug, Clone)]
pub struct BusinessPolicy {
    pub taxes: TaxPolicy,
    /// The first part of membership numbers.
    pub membership_prefix: String,
    /// The source of leads that name none.
    pub lead_source: String,
}

impl Default for BusinessPolicy {
    fn default() -> Self {
        Self { taxes: TaxPolicy::default(), membership_prefix: "PRL".to_owned(), lead_source: "meta_ad".to_owned() }
    }
}

/// How sales are taxed: by the dated table of the law, or at one rate that the salon has set.
#[derive(Debug, Clone, Copy, Default)]
pub struct TaxPolicy {
    pub flat: Option<GstRate>,
}

impl TaxPolicy {
    pub(crate) fn on(self, date: NaiveDate) -> GstRate {
        self.flat.unwrap_or_else(|| GstRate::on(date))
    }
}
