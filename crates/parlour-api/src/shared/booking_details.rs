//! The fields of a booking that customers and the desk send alike.

use chrono::{NaiveDate, NaiveTime};
use parlour_app::bookings::{BookingRequest, BookingRequestFields, StaffPreference};
use parlour_domain::customer::Gender;
use parlour_domain::ids::{BranchId, LeadId, ServiceId, StaffId};
use parlour_domain::service::ServiceType;
use parlour_http::request::{AnyText, OptionalText, RequestShape, TextList};
use parlour_http::request_shape;
use parlour_http::shapes::bookings::MAX_NOTES_LENGTH;

/// More than any booking has, and few enough to compare with each other.
pub(crate) const MAX_SERVICE_IDS: usize = 1_000;

request_shape! {
    pub(crate) struct BookingDetails {
        branch_id: BranchId,
        service_type: ServiceType,
        /// Today or later. Customers book at most two years ahead; managers enter the last 7 days.
        booking_date: NaiveDate,
        /// A multiple of 5 minutes on a live branch. Customers book the future, while the branch is open.
        #[example = "10:30"]
        start_time: NaiveTime,
        /// Of that type; a repeated service counts once.
        service_ids: TextList<ServiceId, 1, MAX_SERVICE_IDS>,
        notes: OptionalText<MAX_NOTES_LENGTH>,
        /// The lead that this booking comes from.
        lead_id: Option<AnyText>,
        /// Prefer staff of this gender, where no one is named. Open branches ignore it.
        staff_gender: Option<Gender>,
    }
}

/// The details that could be read, for the check of a request with other faults.
pub(crate) fn readable_request<'a>(
    details: &'a <BookingDetails as RequestShape>::Partial,
    preferred_staff: Option<&'a StaffId>,
) -> BookingRequestFields<'a> {
    BookingRequestFields {
        branch: details.branch_id.as_ref(),
        service_type: details.service_type,
        booking_date: details.booking_date,
        start_time: details.start_time,
        services: details.service_ids.as_deref().unwrap_or_default(),
        preferred_staff,
    }
}

impl BookingDetails {
    pub(crate) fn into_request(self, preferred_staff: Option<StaffId>) -> BookingRequest {
        BookingRequest {
            branch_id: self.branch_id,
            service_type: self.service_type,
            booking_date: self.booking_date,
            start_time: self.start_time,
            service_ids: self.service_ids,
            notes: self.notes,
            lead_id: self.lead_id.map(LeadId::new),
            staff_preference: StaffPreference { staff_id: preferred_staff, gender: self.staff_gender },
        }
    }
}
