//! What happens at the houses, day after day.

use std::sync::Arc;

use chrono::{Days, NaiveDate};
use parlour_domain::booking::{
    BookingStatus, COMPLETED_IN_A_ROW, NOSHOWS_UNTIL_APPROVAL, booking_number, counted_month,
    is_late_cancellation,
};
use parlour_domain::gems;
use parlour_domain::gst::{GstRate, TaxSplit};
use parlour_domain::ids::{BookingId, InvoiceId, StaffId};
use parlour_domain::invoice::{InvoiceSeries, PaymentMethod, financial_year, invoice_number};
use parlour_domain::ist::{HOUR_MS, MINUTE_MS, Timestamp, minutes_after_midnight};
use parlour_domain::service::ServiceType;
use parlour_store::scale::days::{self, Bill, Dish, Visit, VisitLine};
use parlour_store::scale::guests::{Gain, Guest, Standing};
use parlour_store::{DbError, Tx, branches::Seller};

use super::calendar::{BILLED_OF_HUNDRED, Calendar, at_one_house};
use super::counters::Counters;
use super::houses::Chain;
use crate::demo::draws::Draws;
use crate::demo::visits::WISHES;

/// Visits in a transaction, or a few more: days are not split.
const PER_TRANSACTION: usize = 8_000;
/// So long both services of a visit may take.
const LONGEST_MINUTES: i64 = 75;
/// A guest comes as long as it takes a tenth of all guests to sign up.
const FAITHFUL_TENTHS: usize = 10;
/// One in eight has the chair of a regular.
const REGULAR_ONE_IN: usize = 8;
/// Gems were introduced not quite a year ago, and one in four joined.
const GEMS_SINCE_DAYS: u64 = 360;
const GEMS_ONE_IN: usize = 4;

/// House, month and kind of a booking's number.
type BookingSeries = (usize, String, ServiceType);
/// House and financial year.
type BillSeries = (usize, String);

pub(super) struct Life<'a> {
    draws: Draws,
    calendar: &'a Calendar,
    chain: &'a Chain,
    guests: &'a [Arc<Guest>],
    standings: Vec<Standing>,
    next_day: usize,
    next_visit: usize,
    bookings: Counters<BookingSeries>,
    bills: Counters<BillSeries>,
    billed: usize,
}

/// Some days on their way to the database.
#[derive(Debug)]
pub(super) struct SomeDays {
    pub(super) visits: Vec<Visit>,
    /// Visits until here.
    pub(super) done: usize,
    bookings: Vec<(BookingSeries, i64)>,
    bills: Vec<(BillSeries, i64)>,
}

impl SomeDays {
    pub(super) fn store(&self, tx: &mut Tx<'_>, chain: &Chain) -> Result<(), DbError> {
        days::insert(tx, &self.visits)?;
        for ((house, month, kind), last) in &self.bookings {
            days::set_booking_counter(tx, &chain.houses[*house].id, month, *kind, *last)?;
        }
        for ((house, year), last) in &self.bills {
            days::set_invoice_counter(tx, &chain.houses[*house].id, year, *last)?;
        }
        Ok(())
    }
}

/// When and for what somebody comes.
struct Appointment<'a> {
    date: NaiveDate,
    house: usize,
    guest: usize,
    kind: ServiceType,
    colleague: &'a StaffId,
    starts_at: Timestamp,
    dishes: Vec<Arc<Dish>>,
    is_walkin: bool,
    created_at: Timestamp,
}

impl Appointment<'_> {
    fn minutes(&self) -> i64 {
        self.dishes.iter().map(|dish| dish.duration_minutes).sum()
    }

    fn total_paise(&self) -> i64 {
        self.dishes.iter().map(|dish| dish.price_paise).sum()
    }
}

/// How it goes.
struct Course {
    status: BookingStatus,
    confirmed_at: Option<Timestamp>,
    ended_at: Option<Timestamp>,
    reason: Option<&'static str>,
}

impl<'a> Life<'a> {
    pub(super) fn new(
        draws: Draws,
        calendar: &'a Calendar,
        chain: &'a Chain,
        guests: &'a [Arc<Guest>],
    ) -> Self {
        Self {
            draws,
            calendar,
            chain,
            guests,
            standings: vec![Standing::default(); guests.len()],
            next_day: 0,
            next_visit: 0,
            bookings: Counters::new(),
            bills: Counters::new(),
            billed: 0,
        }
    }

    /// Nothing once every day has been.
    pub(super) fn next_days(&mut self) -> SomeDays {
        let mut visits = Vec::with_capacity(PER_TRANSACTION + PER_TRANSACTION / 8);
        while visits.len() < PER_TRANSACTION
            && let Some((date, _)) = self.calendar.days.get(self.next_day)
        {
            for house in 0..self.chain.houses.len() {
                for place in 0..at_one_house(*date) {
                    let appointment = self.appoint(*date, house, place);
                    visits.push(self.live(&appointment));
                    self.next_visit += 1;
                }
            }
            self.next_day += 1;
        }
        let (bookings, bills) = (self.bookings.take_moved(), self.bills.take_moved());
        SomeDays { visits, done: self.next_visit, bookings, bills }
    }

    /// What has become of the guests, and how many invoices there are.
    pub(super) fn end(self) -> (Vec<Standing>, usize) {
        (self.standings, self.billed)
    }

    fn appoint(&self, date: NaiveDate, house: usize, place: usize) -> Appointment<'a> {
        let ((kind, colleague), minute) = self.chain.houses[house].place(place);
        let starts_at = Timestamp::from_ist(date, minutes_after_midnight(minute));
        let is_past = date < self.calendar.today;
        let is_walkin = is_past && self.draws.percent(15);
        let created_at = if is_walkin {
            starts_at.plus_millis(-5 * MINUTE_MS)
        } else {
            let asked_on = date.min(self.calendar.today) - Days::new(self.draws.days(1, 6));
            Timestamp::ist_midnight(asked_on).plus_millis(self.draws.number(10 * HOUR_MS, 20 * HOUR_MS))
        };
        let (guest, dishes) = (self.someone(), self.order(*kind));
        Appointment { date, house, guest, kind: *kind, colleague, starts_at, dishes, is_walkin, created_at }
    }

    /// One of those who have signed up not too long ago; half of all visits are of regulars.
    fn someone(&self) -> usize {
        let signed_up = self.next_visit * self.guests.len() / self.calendar.visits;
        let faithful = (self.guests.len() / FAITHFUL_TENTHS).clamp(1, signed_up + 1);
        let guest = signed_up - self.draws.chance.below(faithful);
        if self.draws.percent(50) { guest - guest % REGULAR_ONE_IN } else { guest }
    }

    fn order(&self, kind: ServiceType) -> Vec<Arc<Dish>> {
        let menu = self.chain.menu(kind);
        let mut dishes = vec![Arc::clone(self.draws.one_of(menu))];
        let second = self.draws.one_of(menu);
        let is_short = dishes[0].duration_minutes + second.duration_minutes <= LONGEST_MINUTES;
        if is_short && second.id != dishes[0].id {
            dishes.push(Arc::clone(second));
        }
        dishes
    }

    fn course(&self, appointment: &Appointment<'_>) -> Course {
        let Appointment { starts_at, created_at, .. } = *appointment;
        let soon = created_at.plus_millis(self.draws.number(10, 90) * MINUTE_MS);
        let confirmed_at = if appointment.is_walkin { created_at } else { soon };
        let course =
            |status, confirmed_at, ended_at, reason| Course { status, confirmed_at, ended_at, reason };
        // Each hundred visits in a row has the same of each kind, in another order than they come.
        let lot = self.next_visit * 37 % 100;
        let is_past = appointment.date < self.calendar.today;
        match lot {
            _ if !is_past && lot < 65 => course(BookingStatus::Confirmed, Some(soon), None, None),
            _ if !is_past && lot < 95 => course(BookingStatus::Pending, None, None, None),
            _ if !is_past => course(BookingStatus::Cancelled, None, Some(soon), Some("Travelling.")),
            0..BILLED_OF_HUNDRED => {
                let minutes = appointment.minutes() + self.draws.number(2, 15);
                let over = starts_at.plus_millis(minutes * MINUTE_MS);
                course(BookingStatus::Completed, Some(confirmed_at), Some(over), None)
            }
            _ if appointment.is_walkin || lot < 95 => {
                let noticed = starts_at.plus_millis(20 * MINUTE_MS);
                course(BookingStatus::NoShow, Some(confirmed_at), Some(noticed), None)
            }
            95 => {
                let late = starts_at.plus_millis(-40 * MINUTE_MS);
                course(BookingStatus::Cancelled, Some(soon), Some(late), Some("Stuck in traffic."))
            }
            96..98 => course(BookingStatus::Cancelled, None, Some(soon), Some("Travelling.")),
            _ => course(BookingStatus::Rejected, None, Some(soon), Some("We are fully booked that day.")),
        }
    }

    fn live(&mut self, appointment: &Appointment<'_>) -> Visit {
        let course = self.course(appointment);
        let draws = &self.draws;
        let Appointment { date, house, kind, starts_at, created_at, .. } = *appointment;
        let seller = Arc::clone(&self.chain.houses[house].seller);
        let id = BookingId::new(draws.id(created_at));
        let asked_on = created_at.ist_date();
        let number = self.bookings.next((house, counted_month(asked_on), kind));
        let has_colleague = course.confirmed_at.is_some();
        let rate = GstRate::on(date);
        let (total, tax) = (appointment.total_paise(), TaxSplit::of(appointment.total_paise(), rate));
        let totals: Vec<i64> = appointment.dishes.iter().map(|dish| dish.price_paise).collect();
        let line = |((dish, tax), place): ((&Arc<Dish>, TaxSplit), i64)| VisitLine {
            id: draws.id(created_at),
            dish: Arc::clone(dish),
            staff_id: has_colleague.then(|| appointment.colleague.clone()),
            place,
            number: place + 1,
            tax,
        };
        let lines = appointment.dishes.iter().zip(tax.by_line(&totals)).zip(0..).map(line).collect();
        let is_late = |at| course.status == BookingStatus::Cancelled && is_late_cancellation(starts_at, at);
        let is_late_cancellation = course.ended_at.is_some_and(is_late);
        let notes = draws.percent(20).then(|| *draws.one_of(&WISHES));
        let bill = self.bill(appointment, &course, seller.clone(), (rate, tax));
        self.remember(appointment, &course, is_late_cancellation, bill.as_ref());
        Visit {
            id,
            booking_number: booking_number(&seller.code, asked_on, kind, number),
            branch_id: self.chain.houses[house].id.clone(),
            customer_id: self.guests[appointment.guest].id.clone(),
            status: course.status,
            service_type: kind,
            booking_date: date,
            start_time: starts_at.ist_time(),
            end_time: starts_at.plus_millis(appointment.minutes() * MINUTE_MS).ist_time(),
            total_paise: total,
            total_minutes: appointment.minutes(),
            notes,
            is_walkin: appointment.is_walkin,
            created_at,
            confirmed_at: course.confirmed_at,
            ended_at: course.ended_at,
            end_reason: course.reason,
            is_late_cancellation,
            lines,
            bill,
        }
    }

    fn bill(
        &mut self,
        appointment: &Appointment<'_>,
        course: &Course,
        seller: Arc<Seller>,
        (rate, tax): (GstRate, TaxSplit),
    ) -> Option<Bill> {
        let paid_at = course.ended_at.filter(|_| course.status == BookingStatus::Completed)?;
        let customer_name = Arc::clone(&self.guests[appointment.guest].name);
        let year = financial_year(appointment.date);
        let number = self.bills.next((appointment.house, year.clone()));
        let number = invoice_number(&seller.code, &year, InvoiceSeries::Invoice, number)?;
        let has_gems = appointment.guest.is_multiple_of(GEMS_ONE_IN)
            && appointment.date + Days::new(GEMS_SINCE_DAYS) > self.calendar.today;
        self.billed += 1;
        Some(Bill {
            id: InvoiceId::new(self.draws.id(paid_at)),
            search_text: Bill::search_text(&number, &customer_name),
            number,
            seller,
            customer_name,
            invoice_date: appointment.date,
            rate_basis_points: rate.in_basis_points(),
            tax,
            gst_paise: tax.gst_paise(),
            payment_method: *self.draws.one_of(PaymentMethod::ALL),
            gems_earned: if has_gems { gems::gems_earned(appointment.total_paise()) } else { 0 },
            paid_at,
        })
    }

    /// What the acts would have counted.
    fn remember(
        &mut self,
        appointment: &Appointment<'_>,
        course: &Course,
        is_late_cancellation: bool,
        bill: Option<&Bill>,
    ) {
        let standing = &mut self.standings[appointment.guest];
        standing.late_cancellations += i64::from(is_late_cancellation);
        if course.status == BookingStatus::NoShow {
            standing.noshows += 1;
            standing.in_a_row = 0;
            standing.requires_approval |= standing.noshows >= NOSHOWS_UNTIL_APPROVAL;
        }
        let Some(bill) = bill else { return };
        standing.visits += 1;
        standing.spent_paise += appointment.total_paise();
        standing.in_a_row += 1;
        standing.requires_approval &= standing.in_a_row < COMPLETED_IN_A_ROW;
        standing.first_visit_at =
            Some(standing.first_visit_at.map_or(bill.paid_at, |at| at.min(bill.paid_at)));
        standing.last_visit_at = standing.last_visit_at.max(Some(bill.paid_at));
        if bill.gems_earned > 0 {
            standing.gains.push(Gain {
                transaction_id: self.draws.id(bill.paid_at),
                invoice_id: bill.id.clone(),
                gems: bill.gems_earned,
                earned_at: bill.paid_at,
                expires_at: gems::expiry(bill.paid_at),
            });
        }
    }
}
