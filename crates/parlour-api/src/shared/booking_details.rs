//! The fields of a booking that customers and the desk send alike.

use chrono::{NaiveDate, NaiveTime};
use parlour_app::bookings::{BookingRequest, BookingRequestFields, StaffWish};
use parlour_domain::booking::wish::WishedGender;
use parlour_domain::customer::Gender;
use parlour_domain::ids::{BranchId, LeadId, ServiceId, StaffId};
use parlour_domain::service::ServiceType;
use parlour_http::fields::Fields;
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
        /// Whom the customer asks for: an active staff member of the branch who does such services. A live branch reserves this
        /// person's time.
        wished_staff_id: Option<StaffId>,
        /// The gender of staff that the customer asks for, where they name nobody.
        wished_staff_gender: Option<WishedGender>,
        /// The older name of `wishedStaffGender`, which counts where the new one is absent. One that is neither female nor
        /// male is not kept.
        staff_gender: Option<Gender>,
    }
}

/// Refuses a wish for a person and a gender.
pub(crate) fn check_one_wish(details: &<BookingDetails as RequestShape>::Partial, fields: &mut Fields) {
    if details.wished_staff_id.is_some() && details.wished_staff_gender.is_some() {
        fields.add_error::<()>("wishedStaffGender", "must be absent where wishedStaffId is given");
    }
}

/// The details that could be read, for the check of a request with other faults. `older_staff` is whom a customer asks for
/// under the older name.
pub(crate) fn readable_request<'a>(
    details: &'a <BookingDetails as RequestShape>::Partial,
    older_staff: Option<&'a StaffId>,
) -> BookingRequestFields<'a> {
    let has_older_names = details.wished_staff_id.is_none() && details.wished_staff_gender.is_none();
    BookingRequestFields {
        branch: details.branch_id.as_ref(),
        service_type: details.service_type,
        booking_date: details.booking_date,
        start_time: details.start_time,
        services: details.service_ids.as_deref().unwrap_or_default(),
        wished_staff: if has_older_names { older_staff } else { details.wished_staff_id.as_ref() },
        has_older_names,
    }
}

impl BookingDetails {
    pub(crate) fn into_request(self, older_staff: Option<StaffId>) -> BookingRequest {
        let wish = match (self.wished_staff_id, self.wished_staff_gender) {
            (None, None) => StaffWish { staff_id: older_staff, gender: self.staff_gender, has_older_names: true },
            (staff_id, gender) => {
                StaffWish { staff_id, gender: gender.map(WishedGender::gender), has_older_names: false }
            }
        };
        BookingRequest {
            branch_id: self.branch_id,
            service_type: self.service_type,
            booking_date: self.booking_date,
            start_time: self.start_time,
            service_ids: self.service_ids,
            notes: self.notes,
            lead_id: self.lead_id.map(LeadId::new),
            wish,
            promised_offer_id: None,
        }
    }
}
