//! The page of the checkout.

use askama::Template;
use parlour_app::bookings::{CompleteRefusal, Quote, Reduction};
use parlour_domain::billing::payment::{MAX_PAYMENTS, MAX_TIPS};
use parlour_domain::booking::BookingStatus;
use parlour_domain::ids::StaffId;
use parlour_http::sessions::Receptionist;
use parlour_store::bookings::booking_records::BookingServiceWithStaff;

use super::choices::{HandChoice, ReductionChoice, choices, hand_choice, reduction_value, suggestion_text};
use super::read::{CheckoutRead, LostPromise};
use super::sums::Sums;
use super::typed::{Method, Typed};
use crate::closed_today::ClosedToday;
use crate::day_close::day_path;
use crate::desk::{DeskFrame, DeskPage, Place};
use crate::status::{DeskStatus, avatar_class};
use parlour_texts::{CheckoutTexts, Texts};
use parlour_web::form::{FormState, PageRefusal, ShownRefusal};
use parlour_web::format::{initials, money};
use parlour_web::text_parts::{SLOTS, TextPart, text_parts};

/// What people often give, in rupees.
const USUAL_TIPS: [i64; 3] = [50, 100, 200];

/// The parts that are always shown; the others are behind a line to open.
const SHOWN_PARTS: usize = 3;

#[derive(Template)]
#[template(path = "checkout/page.html")]
pub(super) struct CheckoutPage {
    frame: DeskFrame,
    /// The address of the booking.
    booking_path: String,
    customer: String,
    avatar: &'static str,
    initials: String,
    /// Number, time and persons.
    about: String,
    lines: Vec<Line>,
    choices: Vec<ReductionChoice>,
    hand: HandChoice,
    chosen: String,
    /// Why this is chosen, although nobody did.
    suggestion: Option<String>,
    /// The promised offer that does not apply, and why.
    lost_promise: Option<String>,
    method: &'static str,
    references: [String; 2],
    parts: Vec<Part>,
    tips: Vec<TipField>,
    has_upi: bool,
    sums: Sums,
    form: FormState,
}

struct Line {
    name: String,
    detail: String,
    price: String,
}

/// One of the payments of a split.
struct Part {
    number: usize,
    method: String,
    amount: String,
    reference: String,
}

struct TipField {
    number: usize,
    staff: StaffId,
    name: String,
    amount: String,
}

impl CheckoutPage {
    /// `unreduced_quote` is the quote of nothing taken off; `form` has what was typed and what is wrong with it.
    pub(super) fn new(
        page: &DeskPage<Receptionist>,
        read: &CheckoutRead,
        unreduced_quote: &Quote,
        typed: &Typed,
        form: FormState,
    ) -> Self {
        let (texts, booking) = (page.texts, &read.found.booking);
        let text = texts.checkout();
        let (quote, reduction) = match &read.chosen {
            Some(Ok(quote)) => (quote, &typed.reduction),
            Some(Err(_)) | None => (unreduced_quote, &Reduction::None),
        };
        let choices = choices(read, unreduced_quote, texts);
        let hand = hand_choice(read, unreduced_quote, page.role(), texts);
        let wanted = form.value("less");
        let is_offered = choices.iter().any(|choice| choice.value == wanted && choice.is_possible);
        let is_offered = is_offered || (wanted == "hand" && hand.is_possible);
        let chosen = if is_offered { wanted.to_owned() } else { "none".to_owned() };
        let suggested = read.suggested.as_ref().filter(|suggested| reduction_value(&suggested.reduction) == chosen);
        let customer = read.found.guest_name.clone().unwrap_or_else(|| read.found.customer_name.clone());
        Self {
            frame: page.desk_frame(text.title_of(&customer), Place::Board).of_branch(&booking.branch_id),
            booking_path: format!("/bookings/{}", booking.id.as_str()),
            avatar: avatar_class(&customer),
            initials: initials(&customer),
            about: about(read, page),
            lines: lines(read, texts),
            suggestion: suggested.map(|suggested| suggestion_text(suggested, texts)),
            lost_promise: read.lost_promise.as_ref().map(|lost| lost_text(lost, texts)),
            chosen,
            choices,
            hand,
            method: match typed.method {
                Method::Whole(method) => method.as_str(),
                Method::Split => "split",
            },
            references: [0, 1].map(|place| nth(&form, "reference", place)),
            parts: parts(&form),
            tips: tip_fields(read, &form),
            has_upi: read.upi.is_some(),
            sums: Sums::new(read, quote, typed, reduction, texts),
            customer,
            form,
        }
    }

    fn text(&self) -> CheckoutTexts {
        self.frame.texts.checkout()
    }

    /// What the button says, with the sum as the first slot: it changes while somebody chooses.
    fn take(&self) -> Vec<TextPart> {
        text_parts(&self.text().payment().take(SLOTS[0]))
    }

    fn shown_parts(&self) -> &[Part] {
        &self.parts[..SHOWN_PARTS.min(self.parts.len())]
    }

    fn more_parts(&self) -> &[Part] {
        &self.parts[SHOWN_PARTS.min(self.parts.len())..]
    }

    fn has_more_parts(&self) -> bool {
        self.more_parts().iter().any(|part| !part.amount.is_empty())
    }

    /// Each with its sum in words.
    #[expect(clippy::unused_self, reason = "templates call methods")]
    fn usual_tips(&self) -> [(i64, String); 3] {
        USUAL_TIPS.map(|rupees| (rupees, money(rupees * 100)))
    }

    fn methods(&self) -> [(&'static str, &'static str); 3] {
        let [cash, upi, card] = self.text().payment().methods();
        [("cash", cash), ("upi", upi), ("card", card)]
    }
}

fn lost_text(lost: &LostPromise, texts: Texts) -> String {
    texts.checkout_reduction().lost_promise(&lost.offer, &why_not_billed(&lost.refusal, texts))
}

fn about(read: &CheckoutRead, page: &DeskPage<Receptionist>) -> String {
    let (booking, texts) = (&read.found.booking, page.texts);
    let day = texts.format_relative_day(booking.booking_date, page.today());
    let time = texts.format_time_range(booking.start_time, booking.end_time);
    texts.checkout().visit(&booking.booking_number, &day, &time)
}

fn lines(read: &CheckoutRead, texts: Texts) -> Vec<Line> {
    let text = texts.checkout();
    let line = |line: &BookingServiceWithStaff| {
        let who = line.staff_name.as_deref().unwrap_or(text.nobody());
        Line {
            name: line.service.service_name_snapshot.clone(),
            detail: format!("{who}, {}", texts.format_minutes(line.service.duration_minutes)),
            price: money(line.service.price_at_booking_paise),
        }
    };
    read.found.booking.services.iter().map(line).collect()
}

/// One of the values that were typed under a name.
fn nth(form: &FormState, name: &str, place: usize) -> String {
    form.values(name).get(place).map(|text| (*text).to_owned()).unwrap_or_default()
}

fn parts(form: &FormState) -> Vec<Part> {
    let part = |(place, usual): (usize, &&str)| {
        let method = nth(form, "partMethod", place);
        Part {
            number: place + 1,
            method: if method.is_empty() { (*usual).to_owned() } else { method },
            amount: nth(form, "partAmount", place),
            reference: nth(form, "partReference", place),
        }
    };
    ["cash", "upi", "card", "cash", "cash"].iter().take(MAX_PAYMENTS).enumerate().map(part).collect()
}

/// A field for everybody who worked on the booking.
fn tip_fields(read: &CheckoutRead, form: &FormState) -> Vec<TipField> {
    let mut found: Vec<TipField> = Vec::new();
    for line in &read.found.booking.services {
        let Some((staff, name)) = line.service.staff_id.clone().zip(line.staff_name.clone()) else { continue };
        if found.len() < MAX_TIPS && found.iter().all(|field| field.staff != staff) {
            let place = form.values("tipStaff").iter().position(|typed| *typed == staff.as_str());
            let amount = place.map(|place| nth(form, "tip", place)).unwrap_or_default();
            found.push(TipField { number: found.len() + 1, staff, name, amount });
        }
    }
    found
}

/// Where a booking cannot be checked out, and where to go on.
#[derive(Template)]
#[template(path = "checkout/not_possible.html")]
pub(super) struct NotPossiblePage {
    frame: DeskFrame,
    booking_path: String,
    sentence: String,
    /// The invoice of a booking that was checked out.
    invoice_path: Option<String>,
    /// Where a closed day is opened again.
    day_close_path: Option<String>,
}

impl NotPossiblePage {
    /// `refusal` is why it cannot be billed.
    pub(super) fn new(page: &DeskPage<Receptionist>, read: &CheckoutRead, refusal: &CompleteRefusal) -> Self {
        let texts = page.texts;
        let (text, booking) = (texts.checkout_over(), &read.found.booking);
        let status = booking.status;
        let invoice = read.invoice.as_ref().filter(|_| status == BookingStatus::Completed);
        let is_open = matches!(status, BookingStatus::Confirmed | BookingStatus::InProgress);
        let sentence = match invoice {
            Some(found) => text.completed(&found.invoice.invoice_number, &money(found.invoice.total_amount_paise)),
            None if is_open => match read.closed_today {
                Some(ClosedToday { may_reopen: true }) => text.day_closed_own().to_owned(),
                Some(ClosedToday { may_reopen: false }) => text.day_closed().to_owned(),
                None => why_not_billed(refusal, texts),
            },
            None => text.status(DeskStatus::of(&read.found).word(texts.desk_status())),
        };
        Self {
            frame: page.desk_frame(text.title(), Place::Board).of_branch(&booking.branch_id),
            booking_path: format!("/bookings/{}", booking.id.as_str()),
            sentence,
            day_close_path: is_day_closed(refusal).then(|| day_path(&booking.branch_id, page.today())),
            invoice_path: invoice.map(|found| format!("/invoices/{}", found.invoice.id.as_str())),
        }
    }

    fn text(&self) -> CheckoutTexts {
        self.frame.texts.checkout()
    }
}

fn is_day_closed(refusal: &CompleteRefusal) -> bool {
    matches!(refusal, CompleteRefusal::DayClosed)
}

fn why_not_billed(refusal: &CompleteRefusal, texts: Texts) -> String {
    match refusal.shown(texts) {
        ShownRefusal::Conflict(sentence) | ShownRefusal::Rule(sentence) => sentence,
        ShownRefusal::Fields(_) | ShownRefusal::ErrorPage => texts.checkout_over().title().to_owned(),
    }
}
