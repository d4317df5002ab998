//! How was it? Asked once, a day after the visit, of those who said yes to such letters.

use parlour_domain::booking::BookingStatus;
use parlour_domain::ids::BookingId;
use parlour_domain::letter::LetterKind;
use parlour_domain::notice::NotificationType;
use parlour_store::{DbError, Tx, addressees, bookings, desk_changes};

use super::{JobError, Outcome, Told};
use crate::backstage::Backstage;
use crate::dispatch::letters::send_now;
use crate::occasion::Occasion;
use crate::telling::{SentAs, Telling, tell};

pub(super) async fn run(backstage: &Backstage, told: &Told) -> Result<Outcome, JobError> {
    let Some(booking) = told.booking_id.clone() else { return Ok(Outcome::Sent(false)) };
    let occasion = backstage.occasion();
    let letter = backstage.app.db.write(move |tx| ask(tx, &occasion, &booking)).await?;
    Ok(Outcome::Sent(match letter {
        Some(letter) => send_now(backstage, &letter).await?,
        None => false,
    }))
}

/// The letter, where there is a new one.
fn ask(tx: &mut Tx<'_>, occasion: &Occasion, id: &BookingId) -> Result<Option<String>, DbError> {
    let Some(customer) = desk_changes::hold(tx, id)? else { return Ok(None) };
    let visit = bookings::own(tx, id, &customer)?.filter(|visit| visit.status == BookingStatus::Completed);
    let reader = addressees::of_user(tx, &customer)?.filter(|reader| reader.marketing_consent);
    let (Some(visit), Some(_)) = (visit, reader) else { return Ok(None) };
    let telling = Telling {
        user_id: &customer,
        booking_id: Some(id),
        kind: NotificationType::ReviewRequest,
        title: "How was your visit?",
        body: &format!(
            "{}: tell us what you liked on {}, and what we could do better",
            visit.booking_number,
            visit.booking_date.format("%a %-d %b %Y"),
        ),
        subject: id.as_str(),
        period: "",
        sent_as: SentAs::Letter(LetterKind::ReviewRequest),
    };
    Ok(tell(tx, occasion, &telling)?.letter_id)
}
