//! What may take something off a bill, as the form offers it.

use parlour_app::bookings::{Quote, QuotedService, Reduction, SuggestedBecause, SuggestedReduction};
use parlour_domain::auth::role::Role;
use parlour_domain::billing::hand_discount::desk_limit_paise;
use parlour_domain::ids::ServiceId;
use parlour_domain::service::ServiceType;

use super::read::CheckoutRead;
use parlour_texts::Texts;
use parlour_web::format::money;

/// What the form offers to take something off.
#[derive(Debug)]
pub(super) struct ReductionChoice {
    pub(super) value: String,
    pub(super) name: String,
    pub(super) detail: String,
    /// What it takes off.
    pub(super) takes_off: Option<String>,
    pub(super) is_possible: bool,
}

/// The choice of a discount by hand, which has fields of its own.
#[derive(Debug)]
pub(super) struct HandChoice {
    pub(super) detail: String,
    pub(super) is_possible: bool,
}

/// All but the discount by hand, which stands last.
pub(super) fn choices(read: &CheckoutRead, unreduced_quote: &Quote, texts: Texts) -> Vec<ReductionChoice> {
    let text = texts.checkout_reduction();
    let mut choices = vec![ReductionChoice {
        value: "none".to_owned(),
        name: text.none().to_owned(),
        detail: String::new(),
        takes_off: None,
        is_possible: true,
    }];
    choices.extend(unreduced_quote.applicable_offers.iter().map(|offer| ReductionChoice {
        value: reduction_value(&Reduction::Offer(offer.id.clone())),
        name: offer.name.clone(),
        detail: if read.is_promised(&offer.id) { text.promised_offer() } else { text.offer() }.to_owned(),
        takes_off: Some(money(-offer.takes_off_paise)),
        is_possible: true,
    }));
    choices.extend(gems_choices(unreduced_quote, texts));
    choices.extend(hours_choice(read, unreduced_quote, texts));
    choices
}

fn gems_choices(unreduced_quote: &Quote, texts: Texts) -> Vec<ReductionChoice> {
    let text = texts.checkout_reduction();
    let balance = unreduced_quote.gems_balance;
    let choice = |service: &QuotedService| {
        let lines = unreduced_quote.lines.iter().filter(|line| line.service_id.as_ref() == Some(&service.service_id));
        // Of the same service, gems pay for the most expensive line.
        let line = lines.max_by_key(|line| line.price_paise)?;
        let (needed, is_possible) = (service.gems_required, service.gems_required <= balance);
        let stay = balance - needed;
        Some(ReductionChoice {
            value: reduction_value(&Reduction::Gems(Some(service.service_id.clone()))),
            name: text.gems_for(needed, &line.description),
            detail: if is_possible { text.gems_stay(balance, stay) } else { text.gems_too_few(balance) },
            takes_off: is_possible.then(|| money(-line.price_paise)),
            is_possible,
        })
    };
    unreduced_quote.redeemable_services.iter().filter_map(choice).collect()
}

/// The hours of a membership pay for spa bookings only, and for all of it.
fn hours_choice(read: &CheckoutRead, unreduced_quote: &Quote, texts: Texts) -> Option<ReductionChoice> {
    let text = texts.checkout_reduction();
    let booking = &read.found.booking;
    let membership = unreduced_quote.membership.as_ref().filter(|_| booking.service_type == ServiceType::Spa)?;
    let (needed, left) = (membership.needed_minutes, membership.remaining_minutes);
    let is_possible = needed <= left;
    let (taken, stay) = (texts.format_minutes(needed), texts.format_minutes(left - needed));
    Some(ReductionChoice {
        value: reduction_value(&Reduction::Membership(membership.id.clone())),
        name: text.hours().to_owned(),
        detail: if is_possible {
            text.hours_left(&taken, &stay)
        } else {
            text.hours_too_few(&taken, &texts.format_minutes(left))
        },
        takes_off: is_possible.then(|| money(-unreduced_quote.subtotal_paise)),
        is_possible,
    })
}

pub(super) fn hand_choice(read: &CheckoutRead, unreduced_quote: &Quote, role: Role, texts: Texts) -> HandChoice {
    let text = texts.checkout_reduction();
    let percent = read.desk_discount_percent;
    if role >= Role::Manager {
        return HandChoice { detail: text.hand_any().to_owned(), is_possible: true };
    }
    if percent == 0 {
        return HandChoice { detail: text.hand_not().to_owned(), is_possible: false };
    }
    let limit = money(desk_limit_paise(unreduced_quote.subtotal_paise, percent));
    HandChoice { detail: text.hand_limit(percent, &limit), is_possible: true }
}

/// The value of the choice of a reduction.
pub(super) fn reduction_value(reduction: &Reduction) -> String {
    match reduction {
        Reduction::Offer(id) => format!("offer:{}", id.as_str()),
        Reduction::Gems(service) => format!("gems:{}", service.as_ref().map_or("", ServiceId::as_str)),
        Reduction::Membership(id) => format!("hours:{}", id.as_str()),
        Reduction::ByHand(_) => "hand".to_owned(),
        Reduction::None => "none".to_owned(),
    }
}

/// Why what is suggested is chosen.
pub(super) fn suggestion_text(suggested: &SuggestedReduction, texts: Texts) -> String {
    let text = texts.checkout_reduction();
    let name = reduction_name(&suggested.reduction, &suggested.quote, texts);
    match suggested.because {
        SuggestedBecause::Promised => text.suggested_as_promised(&name),
        SuggestedBecause::HoursSuffice => text.suggested_hours().to_owned(),
        SuggestedBecause::LargestOffer => text.suggested_as_largest(&name),
    }
}

/// The name of what takes something off, in the sums.
pub(super) fn reduction_name(reduction: &Reduction, quote: &Quote, texts: Texts) -> String {
    let text = texts.checkout_sums();
    match reduction {
        Reduction::None => String::new(),
        Reduction::Offer(id) => {
            let offer = quote.applicable_offers.iter().find(|offer| offer.id == *id);
            offer.map_or_else(String::new, |offer| offer.name.clone())
        }
        Reduction::Gems(_) => text.gems(quote.lines.iter().map(|line| line.gems_redeemed).sum::<i64>()),
        Reduction::ByHand(_) => text.discount().to_owned(),
        Reduction::Membership(_) => text.hours().to_owned(),
    }
}
