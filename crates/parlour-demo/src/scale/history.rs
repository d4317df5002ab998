//! Generates the bookings and invoices of the chain, day by day.

use std::sync::Arc;

use chrono::Days;
use parlour_domain::billing::gst::{GstRate, TaxSplit};
use parlour_domain::billing::invoice::{InvoiceSeries, PaymentMethod, financial_year, invoice_number};
use parlour_domain::booking::{
    BookingStatus, COMPLETED_UNTIL_NO_APPROVAL, NOSHOWS_UNTIL_APPROVAL, booking_number, booking_number_month,
    is_late_cancellation,
};
use parlour_domain::gems;
use parlour_domain::ids::{BookingId, InvoiceId};
use parlour_domain::ist::MINUTE_MS;
use parlour_domain::service::ServiceType;
use parlour_store::bulk_insert::booking_rows::{self, BulkBooking, BulkBookingLine, BulkInvoice};
use parlour_store::bulk_insert::customer_rows::{BulkCustomer, CustomerHistory, EarnedGemsLot};
use parlour_store::{DbError, Tx};

use super::appointment::{AppointmentPlanner, PlannedAppointment};
use super::branches::SalonChain;
use super::calendar::bookings_per_branch;
use super::number_series::NumberSeries;
use super::outcome::BookingOutcome;
use crate::bookable_services::BOOKING_NOTES;

/// A transaction has at least this many bookings, because days are not split.
const BOOKINGS_PER_TRANSACTION: usize = 8_000;
/// The gems programme started almost a year ago, and one customer in four has joined.
const GEMS_INTRODUCED_DAYS_AGO: u64 = 360;
const GEMS_CUSTOMER_EVERY: usize = 4;

/// A series of booking numbers; `branch` is the index of the branch.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct BookingSeries {
    branch: usize,
    month: String,
    service_type: ServiceType,
}

/// A series of invoice numbers; `branch` is the index of the branch.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct BranchInvoiceSeries {
    branch: usize,
    financial_year: String,
}

pub(super) struct HistoryGenerator<'a> {
    planner: AppointmentPlanner<'a>,
    customers: &'a [Arc<BulkCustomer>],
    /// One for each customer.
    histories: Vec<CustomerHistory>,
    next_day: usize,
    next_booking: usize,
    booking_numbers: NumberSeries<BookingSeries>,
    invoice_numbers: NumberSeries<BranchInvoiceSeries>,
    invoice_count: usize,
}

/// The bookings of some days, ready to be inserted.
#[derive(Debug)]
pub(super) struct DayBatch {
    pub(super) bookings: Vec<BulkBooking>,
    /// Number of bookings up to the end of this batch.
    pub(super) done: usize,
    booking_numbers: Vec<(BookingSeries, i64)>,
    invoice_numbers: Vec<(BranchInvoiceSeries, i64)>,
}

impl DayBatch {
    /// Inserts the bookings and sets the counters of the used numbers.
    pub(super) fn store(&self, tx: &mut Tx<'_>, chain: &SalonChain) -> Result<(), DbError> {
        booking_rows::insert_bookings_with_invoices(tx, &self.bookings)?;
        for (series, last) in &self.booking_numbers {
            let branch_id = &chain.branches[series.branch].id;
            booking_rows::set_booking_counter(tx, branch_id, &series.month, series.service_type, *last)?;
        }
        for (series, last) in &self.invoice_numbers {
            let branch_id = &chain.branches[series.branch].id;
            booking_rows::set_invoice_counter(tx, branch_id, &series.financial_year, *last)?;
        }
        Ok(())
    }
}

impl<'a> HistoryGenerator<'a> {
    pub(super) fn new(planner: AppointmentPlanner<'a>, customers: &'a [Arc<BulkCustomer>]) -> Self {
        Self {
            planner,
            customers,
            histories: vec![CustomerHistory::default(); customers.len()],
            next_day: 0,
            next_booking: 0,
            booking_numbers: NumberSeries::new(),
            invoice_numbers: NumberSeries::new(),
            invoice_count: 0,
        }
    }

    /// Generates the next days. The batch is empty when all days are done.
    pub(super) fn next_batch(&mut self) -> DayBatch {
        let mut bookings = Vec::with_capacity(BOOKINGS_PER_TRANSACTION + BOOKINGS_PER_TRANSACTION / 8);
        while bookings.len() < BOOKINGS_PER_TRANSACTION
            && let Some(day) = self.planner.calendar.days.get(self.next_day)
        {
            for branch in 0..self.planner.chain.branches.len() {
                for index_of_day in 0..bookings_per_branch(day.date) {
                    let appointment = self.planner.plan(self.next_booking, day.date, branch, index_of_day);
                    bookings.push(self.generate_booking(&appointment));
                    self.next_booking += 1;
                }
            }
            self.next_day += 1;
        }
        DayBatch {
            bookings,
            done: self.next_booking,
            booking_numbers: self.booking_numbers.take_changed(),
            invoice_numbers: self.invoice_numbers.take_changed(),
        }
    }

    /// Returns the history of each customer, and the number of invoices.
    pub(super) fn finish(self) -> (Vec<CustomerHistory>, usize) {
        (self.histories, self.invoice_count)
    }

    fn generate_booking(&mut self, appointment: &PlannedAppointment<'_>) -> BulkBooking {
        let outcome = BookingOutcome::plan(&self.planner, appointment);
        let random = &self.planner.random;
        let PlannedAppointment { date, branch, service_type, starts_at, created_at, .. } = *appointment;
        let chain_branch = &self.planner.chain.branches[branch];
        let id = BookingId::new(random.id(created_at));
        let requested_on = created_at.ist_date();
        let month = booking_number_month(requested_on);
        let number = self.booking_numbers.next(BookingSeries { branch, month, service_type });
        let has_staff = outcome.confirmed_at.is_some();
        let tax = TaxSplit::of(appointment.total_paise(), GstRate::on(date));
        let totals: Vec<i64> = appointment.services.iter().map(|service| service.price_paise).collect();
        let lines = appointment
            .services
            .iter()
            .zip(tax.split_by_line(&totals))
            .zip(0..)
            .map(|((service, tax), place)| BulkBookingLine {
                id: random.id(created_at),
                service: Arc::clone(service),
                staff_id: has_staff.then(|| appointment.staff_id.clone()),
                place,
                number: place + 1,
                tax,
            })
            .collect();
        let is_late = |at| outcome.status == BookingStatus::Cancelled && is_late_cancellation(starts_at, at);
        let is_late_cancellation = outcome.ended_at.is_some_and(is_late);
        let notes = random.percent_chance(20).then(|| *random.one_of(&BOOKING_NOTES));
        let bill = self.generate_invoice(appointment, &outcome, tax);
        self.update_customer_history(appointment, &outcome, is_late_cancellation, bill.as_ref());
        BulkBooking {
            id,
            booking_number: booking_number(&chain_branch.seller.code, requested_on, service_type, number),
            branch_id: chain_branch.id.clone(),
            customer_id: self.customers[appointment.customer].id.clone(),
            status: outcome.status,
            service_type,
            booking_date: date,
            start_time: starts_at.ist_time(),
            end_time: starts_at.plus_millis(appointment.minutes() * MINUTE_MS).ist_time(),
            total_paise: appointment.total_paise(),
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

    /// The invoice of a completed booking.
    fn generate_invoice(
        &mut self,
        appointment: &PlannedAppointment<'_>,
        outcome: &BookingOutcome,
        tax: TaxSplit,
    ) -> Option<BulkInvoice> {
        let AppointmentPlanner { random, calendar, chain, .. } = &self.planner;
        let PlannedAppointment { date, branch, customer, .. } = *appointment;
        let paid_at = outcome.ended_at.filter(|_| outcome.status == BookingStatus::Completed)?;
        let seller = Arc::clone(&chain.branches[branch].seller);
        let customer_name = Arc::clone(&self.customers[customer].name);
        let financial_year = financial_year(date);
        let series = BranchInvoiceSeries { branch, financial_year: financial_year.clone() };
        let number = self.invoice_numbers.next(series);
        let number = invoice_number(&seller.code, &financial_year, InvoiceSeries::Invoice, number)?;
        let has_gems =
            customer.is_multiple_of(GEMS_CUSTOMER_EVERY) && date + Days::new(GEMS_INTRODUCED_DAYS_AGO) > calendar.today;
        self.invoice_count += 1;
        Some(BulkInvoice {
            id: InvoiceId::new(random.id(paid_at)),
            search_text: BulkInvoice::search_text(&number, &customer_name),
            number,
            seller,
            customer_name,
            invoice_date: date,
            rate_basis_points: GstRate::on(date).as_basis_points(),
            tax,
            gst_paise: tax.gst_paise(),
            payment_method: *random.one_of(PaymentMethod::ALL),
            gems_earned: if has_gems { gems::gems_earned(appointment.total_paise()) } else { 0 },
            paid_at,
        })
    }

    /// Counts what the use cases would have counted in the profile of the customer.
    fn update_customer_history(
        &mut self,
        appointment: &PlannedAppointment<'_>,
        outcome: &BookingOutcome,
        is_late_cancellation: bool,
        invoice: Option<&BulkInvoice>,
    ) {
        let history = &mut self.histories[appointment.customer];
        history.late_cancellations += i64::from(is_late_cancellation);
        if outcome.status == BookingStatus::NoShow {
            history.noshows += 1;
            history.in_a_row = 0;
            history.requires_approval |= history.noshows >= NOSHOWS_UNTIL_APPROVAL;
        }
        let Some(invoice) = invoice else { return };
        let paid_at = invoice.paid_at;
        history.visits += 1;
        history.spent_paise += appointment.total_paise();
        history.in_a_row += 1;
        history.requires_approval &= history.in_a_row < COMPLETED_UNTIL_NO_APPROVAL;
        history.first_visit_at = Some(history.first_visit_at.map_or(paid_at, |at| at.min(paid_at)));
        history.last_visit_at = history.last_visit_at.max(Some(paid_at));
        if invoice.gems_earned > 0 {
            history.earned_lots.push(EarnedGemsLot {
                transaction_id: self.planner.random.id(paid_at),
                invoice_id: invoice.id.clone(),
                gems: invoice.gems_earned,
                earned_at: paid_at,
                expires_at: gems::gems_expire_at(paid_at),
            });
        }
    }
}
