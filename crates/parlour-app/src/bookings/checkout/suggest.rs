//! What a checkout takes off unless the desk chooses otherwise.

use parlour_domain::ids::{BookingId, OfferId};
use parlour_store::{Conn, DbError};

use super::bill::Reduction;
use super::complete_refusal::CompleteRefusal;
use super::quote::{Quote, quote};
use crate::hindi_names::{HindiNames, NamedInEnglish};
use crate::request_context::RequestContext;

/// Why something is taken off although nobody has chosen it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SuggestedBecause {
    /// The customer was told of the offer when the booking was asked for.
    Promised,
    /// The customer has bought hours, and they suffice.
    HoursSuffice,
    /// Of the offers of today it takes off most.
    LargestOffer,
}

#[derive(Debug)]
pub struct SuggestedReduction {
    pub reduction: Reduction,
    pub because: SuggestedBecause,
    /// The bill with it.
    pub quote: Quote,
}

impl NamedInEnglish for SuggestedReduction {
    fn translate(&mut self, names: &HindiNames) {
        self.quote.translate(names);
    }
}

/// The first that can be billed. `plain` is the quote of nothing taken off; `promised` the offer that the customer was told of.
pub fn suggest_reduction(
    conn: &mut Conn<'_>,
    context: &RequestContext,
    id: &BookingId,
    plain: &Quote,
    promised: Option<&OfferId>,
) -> Result<Option<SuggestedReduction>, DbError> {
    for (reduction, because) in candidates(plain, promised).into_iter().flatten() {
        match quote(conn, context, id, &reduction) {
            Ok(quote) => return Ok(Some(SuggestedReduction { reduction, because, quote })),
            Err(CompleteRefusal::Db(error)) => return Err(error),
            Err(_) => {}
        }
    }
    Ok(None)
}

/// In the order in which they are tried. Never gems: they are the customer's to spend.
fn candidates(plain: &Quote, promised: Option<&OfferId>) -> [Option<(Reduction, SuggestedBecause)>; 3] {
    let mut offers = plain.applicable_offers.iter().filter(|offer| offer.takes_off_paise > 0);
    let as_promised = offers.clone().find(|offer| Some(&offer.id) == promised);
    let enough = |needed: i64, left: i64| plain.subtotal_paise > 0 && needed <= left;
    let hours = plain.membership.as_ref().filter(|hours| enough(hours.needed_minutes, hours.remaining_minutes));
    [
        as_promised.map(|offer| (Reduction::Offer(offer.id.clone()), SuggestedBecause::Promised)),
        hours.map(|hours| (Reduction::Membership(hours.id.clone()), SuggestedBecause::HoursSuffice)),
        // The largest comes first.
        offers.next().map(|offer| (Reduction::Offer(offer.id.clone()), SuggestedBecause::LargestOffer)),
    ]
}
