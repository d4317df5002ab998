//! What happens at the branches, day after day.

use std::sync::Arc;

use chrono::{Days, NaiveDate};
use parlour_domain::billing::gst::{GstRate, TaxSplit};
use parlour_domain::billing::invoice::{InvoiceSeries, PaymentMethod, financial_year, invoice_number};
use parlour_domain::booking::{
    BookingStatus, COMPLETED_UNTIL_NO_APPROVAL, NOSHOWS_UNTIL_APPROVAL, booking_number, booking_number_month,
    is_late_cancellation,
};
use parlour_domain::gems;
use parlour_domain::ids::{BookingId, InvoiceId, StaffId};
use parlour_domain::ist::{HOUR_MS, MINUTE_MS, Timestamp, time_at_minute};
use parlour_domain::service::ServiceType;
use parlour_store::branches::branch_records::Seller;
use parlour_store::bulk_insert::booking_rows::{
    self, BulkBooking, BulkBookingLine, BulkInvoice, BulkService,
};
use parlour_store::bulk_insert::customer_rows::{BulkCustomer, CustomerHistory, EarnedGemsLot};
use parlour_store::{DbError, Tx};

use super::branches::SalonChain;
use super::calendar::{BILLED_PER_HUNDRED, BookingCalendar, bookings_per_branch};
use super::number_series::NumberSeries;
use crate::history::BOOKING_NOTES;
use crate::random::DemoRandom;

/// Visits in a transaction, or a few more: days are not split.
const BOOKINGS_PER_TRANSACTION: usize = 8_000;
/// So long both services of a booking may take.
const MAX_BOOKING_MINUTES: i64 = 75;
/// A customer comes as long as it takes a tenth of all customers to sign up.
const ACTIVE_CUSTOMER_DIVISOR: usize = 10;
/// One in eight has the chair of a regular.
const REGULAR_CUSTOMER_EVERY: usize = 8;
/// Gems were introduced not quite a year ago, and one in four joined.
const GEMS_INTRODUCED_DAYS_AGO: u64 = 360;
const GEMS_CUSTOMER_EVERY: usize = 4;

/// House, month and kind of a booking's number.
type BookingSeriesKey = (usize, String, ServiceType);
/// House and financial year.
type InvoiceSeriesKey = (usize, String);

pub(super) struct HistoryGenerator<'a> {
    random: DemoRandom,
    calendar: &'a BookingCalendar,
    chain: &'a SalonChain,
    customers: &'a [Arc<BulkCustomer>],
    standings: Vec<CustomerHistory>,
    next_day: usize,
    next_visit: usize,
    bookings: NumberSeries<BookingSeriesKey>,
    bills: NumberSeries<InvoiceSeriesKey>,
    billed: usize,
}

/// Some days on their way to the database.
#[derive(Debug)]
pub(super) struct DayBatch {
    pub(super) visits: Vec<BulkBooking>,
    /// Visits until here.
    pub(super) done: usize,
    bookings: Vec<(BookingSeriesKey, i64)>,
    bills: Vec<(InvoiceSeriesKey, i64)>,
}

impl DayBatch {
    pub(super) fn store(&self, tx: &mut Tx<'_>, chain: &SalonChain) -> Result<(), DbError> {
        booking_rows::insert_bookings_with_invoices(tx, &self.visits)?;
        for ((branch, month, kind), last) in &self.bookings {
            booking_rows::set_booking_counter(tx, &chain.branches[*branch].id, month, *kind, *last)?;
        }
        for ((branch, year), last) in &self.bills {
            booking_rows::set_invoice_counter(tx, &chain.branches[*branch].id, year, *last)?;
        }
        Ok(())
    }
}

/// When and for what somebody comes.
struct PlannedAppointment<'a> {
    date: NaiveDate,
    branch: usize,
    customer: usize,
    kind: ServiceType,
    colleague: &'a StaffId,
    starts_at: Timestamp,
    services: Vec<Arc<BulkService>>,
    is_walkin: bool,
    created_at: Timestamp,
}

impl PlannedAppointment<'_> {
    fn minutes(&self) -> i64 {
        self.services.iter().map(|service| service.duration_minutes).sum()
    }

    fn total_paise(&self) -> i64 {
        self.services.iter().map(|service| service.price_paise).sum()
    }
}

/// How it goes.
struct GeneratedOutcome {
    status: BookingStatus,
    confirmed_at: Option<Timestamp>,
    ended_at: Option<Timestamp>,
    reason: Option<&'static str>,
}

impl<'a> HistoryGenerator<'a> {
    pub(super) fn new(
        random: DemoRandom,
        calendar: &'a BookingCalendar,
        chain: &'a SalonChain,
        customers: &'a [Arc<BulkCustomer>],
    ) -> Self {
        Self {
            random,
            calendar,
            chain,
            customers,
            standings: vec![CustomerHistory::default(); customers.len()],
            next_day: 0,
            next_visit: 0,
            bookings: NumberSeries::new(),
            bills: NumberSeries::new(),
            billed: 0,
        }
    }

    /// Nothing once every day has been.
    pub(super) fn next_batch(&mut self) -> DayBatch {
        let mut visits = Vec::with_capacity(BOOKINGS_PER_TRANSACTION + BOOKINGS_PER_TRANSACTION / 8);
        while visits.len() < BOOKINGS_PER_TRANSACTION
            && let Some((date, _)) = self.calendar.days.get(self.next_day)
        {
            for branch in 0..self.chain.branches.len() {
                for place in 0..bookings_per_branch(*date) {
                    let appointment = self.generate_appointment(*date, branch, place);
                    visits.push(self.generate_booking(&appointment));
                    self.next_visit += 1;
                }
            }
            self.next_day += 1;
        }
        let (bookings, bills) = (self.bookings.take_changed(), self.bills.take_changed());
        DayBatch { visits, done: self.next_visit, bookings, bills }
    }

    /// What has become of the customers, and how many invoices there are.
    pub(super) fn finish(self) -> (Vec<CustomerHistory>, usize) {
        (self.standings, self.billed)
    }

    fn generate_appointment(&self, date: NaiveDate, branch: usize, place: usize) -> PlannedAppointment<'a> {
        let ((kind, colleague), minute) = self.chain.branches[branch].place(place);
        let starts_at = Timestamp::from_ist(date, time_at_minute(minute));
        let is_past = date < self.calendar.today;
        let is_walkin = is_past && self.random.percent_chance(15);
        let created_at = if is_walkin {
            starts_at.plus_millis(-5 * MINUTE_MS)
        } else {
            let asked_on = date.min(self.calendar.today) - Days::new(self.random.days(1, 6));
            Timestamp::ist_midnight(asked_on).plus_millis(self.random.number(10 * HOUR_MS, 20 * HOUR_MS))
        };
        let (customer, services) = (self.pick_customer(), self.pick_services(*kind));
        PlannedAppointment {
            date,
            branch,
            customer,
            kind: *kind,
            colleague,
            starts_at,
            services,
            is_walkin,
            created_at,
        }
    }

    /// One of those who have signed up not too long ago; half of all visits are of regulars.
    fn pick_customer(&self) -> usize {
        let signed_up = self.next_visit * self.customers.len() / self.calendar.visits;
        let active_customers = (self.customers.len() / ACTIVE_CUSTOMER_DIVISOR).clamp(1, signed_up + 1);
        let customer = signed_up - self.random.rng.below(active_customers);
        if self.random.percent_chance(50) { customer - customer % REGULAR_CUSTOMER_EVERY } else { customer }
    }

    fn pick_services(&self, kind: ServiceType) -> Vec<Arc<BulkService>> {
        let menu = self.chain.menu(kind);
        let mut services = vec![Arc::clone(self.random.one_of(menu))];
        let second = self.random.one_of(menu);
        let is_short = services[0].duration_minutes + second.duration_minutes <= MAX_BOOKING_MINUTES;
        if is_short && second.id != services[0].id {
            services.push(Arc::clone(second));
        }
        services
    }

    fn outcome(&self, appointment: &PlannedAppointment<'_>) -> GeneratedOutcome {
        let PlannedAppointment { starts_at, created_at, .. } = *appointment;
        let soon = created_at.plus_millis(self.random.number(10, 90) * MINUTE_MS);
        let confirmed_at = if appointment.is_walkin { created_at } else { soon };
        let outcome = |status, confirmed_at, ended_at, reason| GeneratedOutcome {
            status,
            confirmed_at,
            ended_at,
            reason,
        };
        // Each hundred visits in a row has the same of each kind, in another pick_services than they come.
        let outcome_number = self.next_visit * 37 % 100;
        let is_past = appointment.date < self.calendar.today;
        match outcome_number {
            _ if !is_past && outcome_number < 65 => outcome(BookingStatus::Confirmed, Some(soon), None, None),
            _ if !is_past && outcome_number < 95 => outcome(BookingStatus::Pending, None, None, None),
            _ if !is_past => outcome(BookingStatus::Cancelled, None, Some(soon), Some("Travelling.")),
            0..BILLED_PER_HUNDRED => {
                let minutes = appointment.minutes() + self.random.number(2, 15);
                let over = starts_at.plus_millis(minutes * MINUTE_MS);
                outcome(BookingStatus::Completed, Some(confirmed_at), Some(over), None)
            }
            _ if appointment.is_walkin || outcome_number < 95 => {
                let noticed = starts_at.plus_millis(20 * MINUTE_MS);
                outcome(BookingStatus::NoShow, Some(confirmed_at), Some(noticed), None)
            }
            95 => {
                let late = starts_at.plus_millis(-40 * MINUTE_MS);
                outcome(BookingStatus::Cancelled, Some(soon), Some(late), Some("Stuck in traffic."))
            }
            96..98 => outcome(BookingStatus::Cancelled, None, Some(soon), Some("Travelling.")),
            _ => outcome(BookingStatus::Rejected, None, Some(soon), Some("We are fully booked that day.")),
        }
    }

    fn generate_booking(&mut self, appointment: &PlannedAppointment<'_>) -> BulkBooking {
        let outcome = self.outcome(appointment);
        let random = &self.random;
        let PlannedAppointment { date, branch, kind, starts_at, created_at, .. } = *appointment;
        let seller = Arc::clone(&self.chain.branches[branch].seller);
        let id = BookingId::new(random.id(created_at));
        let asked_on = created_at.ist_date();
        let number = self.bookings.next((branch, booking_number_month(asked_on), kind));
        let has_colleague = outcome.confirmed_at.is_some();
        let rate = GstRate::on(date);
        let (total, tax) = (appointment.total_paise(), TaxSplit::of(appointment.total_paise(), rate));
        let totals: Vec<i64> = appointment.services.iter().map(|service| service.price_paise).collect();
        let line = |((service, tax), place): ((&Arc<BulkService>, TaxSplit), i64)| BulkBookingLine {
            id: random.id(created_at),
            service: Arc::clone(service),
            staff_id: has_colleague.then(|| appointment.colleague.clone()),
            place,
            number: place + 1,
            tax,
        };
        let lines = appointment.services.iter().zip(tax.split_by_line(&totals)).zip(0..).map(line).collect();
        let is_late = |at| outcome.status == BookingStatus::Cancelled && is_late_cancellation(starts_at, at);
        let is_late_cancellation = outcome.ended_at.is_some_and(is_late);
        let notes = random.percent_chance(20).then(|| *random.one_of(&BOOKING_NOTES));
        let bill = self.bill(appointment, &outcome, seller.clone(), (rate, tax));
        self.update_customer_totals(appointment, &outcome, is_late_cancellation, bill.as_ref());
        BulkBooking {
            id,
            booking_number: booking_number(&seller.code, asked_on, kind, number),
            branch_id: self.chain.branches[branch].id.clone(),
            customer_id: self.customers[appointment.customer].id.clone(),
            status: outcome.status,
            service_type: kind,
            booking_date: date,
            start_time: starts_at.ist_time(),
            end_time: starts_at.plus_millis(appointment.minutes() * MINUTE_MS).ist_time(),
            total_paise: total,
            total_minutes: appointment.minutes(),
            notes,
            is_walkin: appointment.is_walkin,
            created_at,
            confirmed_at: outcome.confirmed_at,
            ended_at: outcome.ended_at,
            end_reason: outcome.reason,
            is_late_cancellation,
            lines,
            bill,
        }
    }

    fn bill(
        &mut self,
        appointment: &PlannedAppointment<'_>,
        outcome: &GeneratedOutcome,
        seller: Arc<Seller>,
        (rate, tax): (GstRate, TaxSplit),
    ) -> Option<BulkInvoice> {
        let paid_at = outcome.ended_at.filter(|_| outcome.status == BookingStatus::Completed)?;
        let customer_name = Arc::clone(&self.customers[appointment.customer].name);
        let year = financial_year(appointment.date);
        let number = self.bills.next((appointment.branch, year.clone()));
        let number = invoice_number(&seller.code, &year, InvoiceSeries::Invoice, number)?;
        let has_gems = appointment.customer.is_multiple_of(GEMS_CUSTOMER_EVERY)
            && appointment.date + Days::new(GEMS_INTRODUCED_DAYS_AGO) > self.calendar.today;
        self.billed += 1;
        Some(BulkInvoice {
            id: InvoiceId::new(self.random.id(paid_at)),
            search_text: BulkInvoice::search_text(&number, &customer_name),
            number,
            seller,
            customer_name,
            invoice_date: appointment.date,
            rate_basis_points: rate.as_basis_points(),
            tax,
            gst_paise: tax.gst_paise(),
            payment_method: *self.random.one_of(PaymentMethod::ALL),
            gems_earned: if has_gems { gems::gems_earned(appointment.total_paise()) } else { 0 },
            paid_at,
        })
    }

    /// What the acts would have counted.
    fn update_customer_totals(
        &mut self,
        appointment: &PlannedAppointment<'_>,
        outcome: &GeneratedOutcome,
        is_late_cancellation: bool,
        bill: Option<&BulkInvoice>,
    ) {
        let history = &mut self.standings[appointment.customer];
        history.late_cancellations += i64::from(is_late_cancellation);
        if outcome.status == BookingStatus::NoShow {
            history.noshows += 1;
            history.in_a_row = 0;
            history.requires_approval |= history.noshows >= NOSHOWS_UNTIL_APPROVAL;
        }
        let Some(bill) = bill else { return };
        history.visits += 1;
        history.spent_paise += appointment.total_paise();
        history.in_a_row += 1;
        history.requires_approval &= history.in_a_row < COMPLETED_UNTIL_NO_APPROVAL;
        history.first_visit_at = Some(history.first_visit_at.map_or(bill.paid_at, |at| at.min(bill.paid_at)));
        history.last_visit_at = history.last_visit_at.max(Some(bill.paid_at));
        if bill.gems_earned > 0 {
            history.earned_lots.push(EarnedGemsLot {
                transaction_id: self.random.id(bill.paid_at),
                invoice_id: bill.id.clone(),
                gems: bill.gems_earned,
                earned_at: bill.paid_at,
                expires_at: gems::gems_expire_at(bill.paid_at),
            });
        }
    }
}
