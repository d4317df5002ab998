//! The history of the demo salon: bookings and memberships of the past half year, and bookings of the next two weeks.
//! It is created by the use cases of the application, in the order of time.

mod plan;

use chrono::NaiveDate;
use parlour_app::bookings::{
    Checkout, ChosenStaff, NewTip, Reduction, approve, cancel, complete, mark_noshow, quote, reject, request,
};
use parlour_app::day_close::{NewDayClose, close};
use parlour_app::memberships::{MembershipSale, NewSession, SessionLine, record_session, sell};
use parlour_app::reports::{DayCloseReport, Report};
use parlour_app::request_context::RequestContext;
use parlour_domain::auth::role::Role;
use parlour_domain::billing::hand_discount::{DiscountSize, HandDiscount};
use parlour_domain::billing::invoice::PaymentMethod;
use parlour_domain::billing::payment::{Payment, Tender};
use parlour_domain::booking::STALE_AFTER_MS;
use parlour_domain::ids::{BookingId, MembershipId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_domain::membership::MembershipTerm;
use parlour_domain::report::period::Period;
use parlour_domain::service::ServiceType;
use parlour_store::bookings::membership_sessions;
use parlour_store::jobs::queued_jobs;
use parlour_store::memberships::tiers;
use parlour_store::reports::ReportScope;
use parlour_store::{DbError, Tx};
use parlour_worker::jobs::count_missed_booking;

use crate::bookable_services::BookableServices;
use crate::demo_salon::{DemoSalon, customer_context, refusal_as_error};
use crate::random::DemoRandom;
use plan::{
    COMING_BOOKINGS, HistoryEvent, PAST_BOOKINGS, PlannedBooking, PlannedMember, PlannedOutcome, plan_booking,
    plan_day_closes, plan_memberships,
};

const OPENING_FLOAT_PAISE: i64 = 200_000;

pub(crate) fn insert_history(tx: &mut Tx<'_>, random: &DemoRandom, demo_salon: &DemoSalon<'_>) -> Result<(), DbError> {
    let bookable = BookableServices::read(tx, demo_salon)?;
    let (mut bookings, mut members) = (Vec::new(), Vec::new());
    let mut events = Vec::new();
    for order in 0..PAST_BOOKINGS + COMING_BOOKINGS {
        events.extend(plan_booking(random, demo_salon, &bookable, order, &mut bookings));
    }
    events.extend(plan_memberships(random, demo_salon, &mut members));
    events.extend(plan_day_closes(random));
    events.sort_by_key(|(at, _)| *at);
    let mut history = History { random, demo_salon, bookable, bookings, members };
    for (at, event) in events {
        history.run(tx, &event, at)?;
    }
    // Due jobs count as done: the demo must not send reminders of past bookings when it starts.
    queued_jobs::cancel_due_by(tx, Timestamp::ist_midnight(random.today).plus_millis(STALE_AFTER_MS))
}

/// The planned bookings and memberships while their events are carried out.
struct History<'a> {
    random: &'a DemoRandom,
    demo_salon: &'a DemoSalon<'a>,
    bookable: BookableServices,
    bookings: Vec<PlannedBooking<'a>>,
    members: Vec<PlannedMember<'a>>,
}

impl History<'_> {
    fn run(&mut self, tx: &mut Tx<'_>, event: &HistoryEvent, at: Timestamp) -> Result<(), DbError> {
        match *event {
            HistoryEvent::RequestBooking(index) => self.request_booking(tx, index, at),
            HistoryEvent::DecideBooking(index) => self.decide_booking(tx, &self.bookings[index], at),
            HistoryEvent::EndBooking(index) => self.end_booking(tx, &self.bookings[index], at),
            HistoryEvent::BuyMembership(index) => {
                let sold = self.sell_membership(tx, &self.members[index].customer.id, at)?;
                self.members[index].membership = sold;
                Ok(())
            }
            HistoryEvent::UseMembership(index) => match &self.members[index].membership {
                // Some sessions are planned after the end of the term.
                Some((membership_id, term)) if !term.is_over(at) => self.use_membership(tx, membership_id.clone(), at),
                _ => Ok(()),
            },
            HistoryEvent::CloseDay(date) => self.close_day(tx, date, at),
        }
    }

    fn receptionist_context(&self, at: Timestamp) -> RequestContext {
        self.demo_salon.receptionist_context(self.random, at)
    }

    fn request_booking(&mut self, tx: &mut Tx<'_>, index: usize, at: Timestamp) -> Result<(), DbError> {
        let planned = &mut self.bookings[index];
        let customer = &planned.customer.id;
        let context = customer_context(self.random, customer, at);
        let booking = refusal_as_error(request(tx, &context, customer, &planned.request))?;
        planned.booking_id = Some(booking.id);
        Ok(())
    }

    fn decide_booking(&self, tx: &mut Tx<'_>, planned: &PlannedBooking<'_>, at: Timestamp) -> Result<(), DbError> {
        let Some(booking) = &planned.booking_id else { return Ok(()) };
        match planned.outcome {
            PlannedOutcome::Rejected => {
                let reason = "We are fully booked that day, please choose another.";
                refusal_as_error(reject(tx, &self.receptionist_context(at), booking, reason)).map(drop)
            }
            PlannedOutcome::Cancelled => {
                let customer = &planned.customer.id;
                let context = customer_context(self.random, customer, at);
                refusal_as_error(cancel(tx, &context, customer, booking, Some("Travelling."))).map(drop)
            }
            PlannedOutcome::Completed | PlannedOutcome::NoShow | PlannedOutcome::Confirmed => {
                let staff_id = self.bookable.choose_staff(self.random, &planned.request);
                let chosen = ChosenStaff { staff_id, against_wish: true };
                refusal_as_error(approve(tx, &self.receptionist_context(at), booking, &chosen)).map(drop)
            }
            PlannedOutcome::Pending => Ok(()),
        }
    }

    fn end_booking(&self, tx: &mut Tx<'_>, planned: &PlannedBooking<'_>, at: Timestamp) -> Result<(), DbError> {
        let Some(booking) = &planned.booking_id else { return Ok(()) };
        let context = self.receptionist_context(at);
        if planned.outcome == PlannedOutcome::NoShow {
            refusal_as_error(mark_noshow(tx, &context, booking))?;
            return count_missed_booking(tx, &context, booking).map(drop);
        }
        self.check_out(tx, planned, booking, at)
    }

    /// Most bookings are paid at once by one method. Some are paid in two parts, some staff get a tip, and now and then a
    /// manager gives a discount.
    fn check_out(
        &self,
        tx: &mut Tx<'_>,
        planned: &PlannedBooking<'_>,
        booking: &BookingId,
        at: Timestamp,
    ) -> Result<(), DbError> {
        let (mut context, mut reduction) = (self.receptionist_context(at), Reduction::None);
        if self.random.percent_chance(8) {
            context.actor = Some((self.demo_salon.team.manager.clone(), Role::Manager));
            let (size, reason) = (DiscountSize::Percent(10), "Waited for half an hour".to_owned());
            reduction = Reduction::ByHand(HandDiscount { size, reason });
        }
        let method = *self.random.one_of(PaymentMethod::ALL);
        let tender = if self.random.percent_chance(20) {
            let quoted = refusal_as_error(quote(tx, &context, booking, &reduction))?;
            paid_in_two_parts(quoted.total_amount_paise, &self.random.number(100_000, 1_000_000).to_string())
        } else {
            Tender::Whole(method)
        };
        let staff_ids = &self.bookable.staff_ids[&planned.request.service_type];
        let tip = self.random.percent_chance(15).then(|| NewTip {
            staff_id: self.random.one_of(staff_ids).clone(),
            method: PaymentMethod::Cash,
            amount_paise: self.random.number(1, 5) * 5_000,
        });
        let tips = tip.into_iter().collect();
        let checkout = Checkout { reduction, tender: Some(tender), tips };
        refusal_as_error(complete(tx, &context, booking, &checkout)).map(drop)
    }

    fn sell_membership(
        &self,
        tx: &mut Tx<'_>,
        customer: &UserId,
        at: Timestamp,
    ) -> Result<Option<(MembershipId, MembershipTerm)>, DbError> {
        let on_sale = tiers::list_active(tx)?;
        let tier = self.random.one_of(&on_sale);
        let Some(term) = MembershipTerm::of(at.ist_date(), tier.default_validity_days) else {
            return Ok(None);
        };
        let sale = MembershipSale {
            customer_id: customer.clone(),
            tier_id: tier.id.clone(),
            hours_minutes: tier.default_hours_minutes,
            price_paise: tier.default_price_paise,
            term,
            tender: Some(Tender::Whole(*self.random.one_of(PaymentMethod::ALL))),
            branch_id: None,
            notes: None,
        };
        let receptionist = &self.demo_salon.team.receptionist;
        let sold = refusal_as_error(sell(tx, &self.receptionist_context(at), receptionist, &sale))?;
        Ok(Some((sold.membership.id, term)))
    }

    /// Now and then some cash is missing.
    fn close_day(&self, tx: &mut Tx<'_>, date: NaiveDate, at: Timestamp) -> Result<(), DbError> {
        let branch = &self.demo_salon.branches.primary;
        let scope = ReportScope { period: Period::of_day(date), branch: Some(branch.clone()) };
        let expected = OPENING_FLOAT_PAISE + DayCloseReport::compute(tx, &scope, date)?.cash.change_paise;
        let missing = if self.random.percent_chance(20) { 5_000 } else { 0 };
        let new = NewDayClose {
            branch_id: branch.clone(),
            date,
            opening_float_paise: OPENING_FLOAT_PAISE,
            counted_cash_paise: expected - missing,
            note: (missing > 0).then(|| "Counted twice, ₹50 short.".to_owned()),
        };
        let receptionist = &self.demo_salon.team.receptionist;
        refusal_as_error(close(tx, &self.receptionist_context(at), receptionist, &new)).map(drop)
    }

    fn use_membership(&self, tx: &mut Tx<'_>, membership_id: MembershipId, at: Timestamp) -> Result<(), DbError> {
        let service_id = self.random.one_of(&self.bookable.services[&ServiceType::Spa]).clone();
        let staff_id = self.random.one_of(&self.bookable.staff_ids[&ServiceType::Spa]).clone();
        let service = membership_sessions::find_service_for_session(tx, &service_id)?;
        // The smallest tier has hours for four sessions of 90 minutes.
        let duration_minutes = service.map_or(60, |service| service.duration_minutes);
        if duration_minutes > 90 {
            return Ok(());
        }
        let line = SessionLine { service_id, staff_id, duration_minutes };
        let record = NewSession { membership_id, lines: vec![line], booking_date: None, branch_id: None };
        refusal_as_error(record_session(tx, &self.receptionist_context(at), &record)).map(drop)
    }
}

/// A third in cash, the rest by UPI.
fn paid_in_two_parts(due_paise: i64, upi_reference: &str) -> Tender {
    let cash = due_paise / 300 * 100;
    let payment = |method, amount_paise, reference| Payment { method, amount_paise, reference };
    Tender::Parts(vec![
        payment(PaymentMethod::Cash, cash, None),
        payment(PaymentMethod::Upi, due_paise - cash, Some(upi_reference.to_owned())),
    ])
}
