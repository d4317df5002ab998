//! The offer that a visit was booked with, as the desk reads it.

use parlour_app::offers::{LostBecause, PromisedOffer};
use parlour_texts::Texts;
use parlour_web::format;

/// What the customer expects to pay, or that the offer takes nothing off.
pub(crate) fn promise_text(promised: &PromisedOffer, price_paise: i64, texts: Texts) -> String {
    let (text, name) = (texts.promised_offer(), &promised.name);
    match promised.takes_off {
        Ok(less) => text.desk_kept(name, &format::money(less), &format::money(price_paise - less)),
        Err(LostBecause::NotForThisVisit) => text.desk_lost(name),
        Err(LostBecause::OnceADay) => text.desk_once_a_day(name),
    }
}
