//! What has happened to a booking, and what happens next, from what the booking keeps.

use parlour_domain::booking::BookingStatus;
use parlour_domain::gems::gems_earned;
use parlour_domain::ist::Timestamp;

use super::booking_parts::{day_and_time, starts_at, when_in_sentence};
use super::booking_read::BookingRead;
use parlour_texts::{BookingTimelineTexts, Texts};

/// One step.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Step {
    /// Empty for what has happened, `ended` where that was the end, else `now` or `next`.
    pub(crate) class: &'static str,
    pub(crate) icon: &'static str,
    pub(crate) title: String,
    pub(crate) texts: Vec<String>,
}

pub(super) fn timeline(read: &BookingRead, now: Timestamp, texts: Texts) -> Vec<Step> {
    let steps = Steps { read, now, texts, text: texts.booking_timeline() };
    let mut all = steps.past();
    all.extend(steps.coming());
    all
}

struct Steps<'a> {
    read: &'a BookingRead,
    now: Timestamp,
    texts: Texts,
    text: BookingTimelineTexts,
}

impl Steps<'_> {
    fn at(&self, at: Timestamp) -> String {
        day_and_time(at, self.now, self.texts)
    }

    fn done(&self, title: &str, at: Timestamp) -> Step {
        Step { class: "", icon: "check", title: title.to_owned(), texts: vec![self.at(at)] }
    }

    fn past(&self) -> Vec<Step> {
        let (booking, text) = (&self.read.found.booking, self.text);
        let asked = if booking.is_walkin { text.booked() } else { text.asked() };
        let mut steps = vec![self.done(asked, booking.created_at)];
        steps.extend(self.moves());
        steps.extend(booking.confirmed_at.map(|at| self.done(text.confirmed(), at)));
        // A booking that was reopened has begun and is not completed.
        steps.extend(self.read.history.started_at.map(|at| self.done(text.began(), at)));
        match booking.status {
            BookingStatus::Completed => steps.extend(booking.completed_at.map(|at| self.completed(at))),
            BookingStatus::Cancelled => steps.extend(booking.cancelled_at.map(|at| {
                let title =
                    if self.read.history.is_late_cancellation { text.cancelled_late() } else { text.cancelled() };
                self.ended(title, at, booking.cancellation_reason.as_deref())
            })),
            BookingStatus::Rejected => {
                let reason = booking.rejection_reason.as_deref();
                steps.extend(booking.rejected_at.map(|at| self.ended(text.rejected(), at, reason)));
            }
            BookingStatus::NoShow => {
                steps.extend(self.read.history.noshow_at.map(|at| self.ended(text.no_show(), at, None)));
            }
            BookingStatus::Pending | BookingStatus::Confirmed | BookingStatus::InProgress => {}
        }
        steps
    }

    fn moves(&self) -> Vec<Step> {
        let (booking, text) = (&self.read.found.booking, self.text);
        let by_customer = self.read.history.customer_reschedule_count;
        let to = vec![text.moved_to(&when_in_sentence(starts_at(booking), self.now, self.texts))];
        let step = |title: String, texts| Step { class: "", icon: "repeat", title, texts };
        let own = (by_customer > 0).then(|| text.moved(by_customer));
        let ours = (booking.reschedule_count > by_customer).then(|| text.moved_by_us().to_owned());
        let mut steps: Vec<Step> = own.into_iter().chain(ours).map(|title| step(title, Vec::new())).collect();
        // The time that counts stands once.
        if let Some(last) = steps.last_mut() {
            last.texts = to;
        }
        steps
    }

    fn completed(&self, at: Timestamp) -> Step {
        let gems = self.read.invoice.as_ref().map_or(0, |invoice| invoice.gems_earned);
        let mut step = self.done(self.text.completed(), at);
        if gems > 0 {
            step.texts.push(self.text.earned(gems));
        }
        step
    }

    fn ended(&self, title: &str, at: Timestamp, reason: Option<&str>) -> Step {
        let reason = reason.map(|reason| self.text.reason(reason));
        let texts = [self.at(at)].into_iter().chain(reason).collect();
        Step { class: "ended", icon: "x", title: title.to_owned(), texts }
    }

    fn coming(&self) -> Vec<Step> {
        let (booking, text) = (&self.read.found.booking, self.text);
        let appointment = || {
            // As the checkout counts: of what is to be paid.
            let off = self.read.promise.as_ref().and_then(|promised| promised.takes_off.ok()).unwrap_or(0);
            let gems = gems_earned(booking.total_amount_paise - off);
            let earns = (gems > 0).then(|| text.earns(gems));
            let texts = [self.at(starts_at(booking))].into_iter().chain(earns).collect();
            Step { class: "next", icon: "scissors", title: text.visit().to_owned(), texts }
        };
        let step =
            |class, icon, title: &str, text: String| Step { class, icon, title: title.to_owned(), texts: vec![text] };
        match booking.status {
            BookingStatus::Pending => {
                let answer = match booking.open_offer(self.now) {
                    Some(offered) => step(
                        "now",
                        "repeat",
                        text.offered(),
                        text.answer_by(&when_in_sentence(offered.expires_at, self.now, self.texts)),
                    ),
                    None => step("now", "hourglass", text.looking(), text.looking_text().to_owned()),
                };
                vec![answer, step("next", "check", text.confirmed(), text.will_confirm().to_owned()), appointment()]
            }
            BookingStatus::Confirmed => vec![appointment()],
            _ => Vec::new(),
        }
    }
}
