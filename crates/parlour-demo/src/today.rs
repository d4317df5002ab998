//! Today at both branches: who has paid, who is being served, who has come, who is late; at the branch with live
//! availability an errand tomorrow, and a request that the desk answered with another time.

use parlour_app::blocks::{self, NewBlock};
use parlour_app::bookings::{
    BookingStart, Checkout, ChosenStaff, Reduction, arrive, complete, finish, offer_time, request, start,
};
use parlour_domain::billing::invoice::PaymentMethod;
use parlour_domain::billing::payment::Tender;
use parlour_domain::ids::BookingId;
use parlour_domain::ist::{MINUTE_MS, Timestamp};
use parlour_domain::service::ServiceType;
use parlour_store::bookings::booking_records;
use parlour_store::jobs::queued_jobs;
use parlour_store::staff::staff_changes;
use parlour_store::staff::staff_records::DeskStaffMember;
use parlour_store::{DbError, Tx};

use crate::demo_salon::{customer_context, refusal_as_error, staff_context};
use crate::live_bookings::{InsertedBooking, LiveBookings, booking_request, free_slots};

const BOOKINGS_OF_A_PERSON: usize = 5;
/// How often a free time is looked for where every half hour is offered.
const TRIES: usize = 2;
/// Who comes within this time may be there already.
const EARLY_MS: i64 = 25 * MINUTE_MS;
/// Who was due for longer than this and has not come is still expected, but late.
const LATE_MS: i64 = 20 * MINUTE_MS;
/// Who is to end within this time is ready and waits to pay.
const NEARLY_OVER_MS: i64 = 15 * MINUTE_MS;

impl LiveBookings<'_> {
    pub(crate) fn insert_today(
        &self,
        tx: &mut Tx<'_>,
        staff: &[DeskStaffMember],
        others: &[DeskStaffMember],
        now: Timestamp,
    ) -> Result<(), DbError> {
        let mut bookings = Vec::new();
        for member in staff {
            for _ in 0..BOOKINGS_OF_A_PERSON {
                bookings.extend(self.insert_one(tx, member, 0)?);
            }
        }
        for member in others {
            for _ in 0..BOOKINGS_OF_A_PERSON * TRIES {
                bookings.extend(self.insert_one(tx, member, 0)?);
            }
        }
        // In the order of time, as the numbers of invoices are.
        bookings.sort_by_key(|booking| booking.ends_at);
        for booking in &bookings {
            self.receive(tx, booking, now)?;
        }
        // What is due counts as done: the demo must not send anything about the past when it starts.
        queued_jobs::cancel_due_by(tx, now)?;
        let Some((first, rest)) = staff.split_first() else { return Ok(()) };
        self.insert_block(tx, first, now)?;
        // Somebody may be on leave.
        for member in rest {
            if self.insert_offered_time(tx, member, now)? {
                break;
            }
        }
        Ok(())
    }

    /// Brings a booking of today to where it would be by now.
    fn receive(&self, tx: &mut Tx<'_>, booking: &InsertedBooking, now: Timestamp) -> Result<(), DbError> {
        let Self { random, demo_salon, .. } = self;
        let InsertedBooking { id, starts_at, ends_at } = booking;
        let is_due = *starts_at <= now;
        let is_late = is_due && *ends_at > now && starts_at.plus_millis(LATE_MS) > now && random.percent_chance(40);
        let comes_early = !is_due && starts_at.plus_millis(-EARLY_MS) <= now && random.percent_chance(50);
        if (is_due && !is_late) || comes_early {
            let came_at = starts_at.plus_millis(-5 * MINUTE_MS).min(now);
            refusal_as_error(arrive(tx, &demo_salon.receptionist_context(random, came_at), id))?;
        }
        if is_due && !is_late {
            refusal_as_error(start(tx, &demo_salon.receptionist_context(random, *starts_at), id))?;
            if *ends_at > now && ends_at.plus_millis(-NEARLY_OVER_MS) <= now {
                self.finish_by_staff(tx, id, now)?;
            }
        }
        if *ends_at <= now {
            let tender = Some(Tender::Whole(*random.one_of(PaymentMethod::ALL)));
            let checkout = Checkout { reduction: Reduction::None, tender, tips: Vec::new() };
            refusal_as_error(complete(tx, &demo_salon.receptionist_context(random, *ends_at), id, &checkout))?;
        }
        Ok(())
    }

    /// Whoever does the first service says that the visit is over.
    fn finish_by_staff(&self, tx: &mut Tx<'_>, id: &BookingId, now: Timestamp) -> Result<(), DbError> {
        let booking = booking_records::find_booking(tx, id)?;
        let first = booking.and_then(|booking| booking.services.into_iter().next());
        let Some(staff) = first.and_then(|line| line.staff_id) else { return Ok(()) };
        let Some(profile) = staff_changes::by_id(tx, &staff)? else { return Ok(()) };
        let context = staff_context(self.random, &profile.user_id, now);
        refusal_as_error(finish(tx, &context, &profile.user_id, id)).map(drop)
    }

    fn insert_block(&self, tx: &mut Tx<'_>, member: &DeskStaffMember, now: Timestamp) -> Result<(), DbError> {
        let Self { random, demo_salon, .. } = self;
        let query = self.query(member, member.service_types[0], 1);
        let Some(slot) = free_slots(tx, &query, now)?.pop() else { return Ok(()) };
        let new = NewBlock {
            staff_id: member.id.clone(),
            date: query.date,
            start_time: slot.start,
            end_time: slot.end,
            reason: Some("Dentist".to_owned()),
            by: demo_salon.team.receptionist.clone(),
        };
        refusal_as_error(blocks::add(tx, &demo_salon.receptionist_context(random, now), &new)).map(drop)
    }

    /// The customer that the sign-in page lists first asked for one time and is offered a later one, if there are two.
    fn insert_offered_time(&self, tx: &mut Tx<'_>, member: &DeskStaffMember, now: Timestamp) -> Result<bool, DbError> {
        let Self { random, demo_salon, bookable } = self;
        let customer = &demo_salon.sign_in_customer.id;
        let service_type = member.service_types.first().copied().unwrap_or(ServiceType::Salon);
        let service = random.one_of(&bookable.services[&service_type]).clone();
        let mut query = self.query(member, service_type, 3);
        query.services = vec![(0, service)];
        let free = free_slots(tx, &query, now)?;
        let (Some(wanted), Some(offered)) = (free.first(), free.last()) else { return Ok(false) };
        let start = BookingStart { booking_date: query.date, start_time: offered.start };
        let wish = booking_request(query, service_type, wanted);
        let asked = refusal_as_error(request(tx, &customer_context(random, customer, now), customer, &wish))?;
        let desk = demo_salon.receptionist_context(random, now);
        let chosen = ChosenStaff { staff_id: member.id.clone(), against_wish: false };
        refusal_as_error(offer_time(tx, &desk, &asked.id, start, &chosen))?;
        Ok(true)
    }
}
