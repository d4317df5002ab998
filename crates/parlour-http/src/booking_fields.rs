//! What a booking is to be, as a customer asks for it and as the desk writes it down.

use chrono::{NaiveDate, NaiveTime};
use parlour_app::bookings::{BookingRequest, BookingRequestFields, StaffPreference};
use parlour_domain::customer::Gender;
use parlour_domain::ids::{BranchId, LeadId, ServiceId, StaffId};
use parlour_domain::service::ServiceType;
use parlour_domain::text::limited_text;

use crate::fields::{Fields, date, id, one_of, wall_time};

/// Far more than anyone means, and little enough to look through for repetitions.
pub const MAX_SERVICE_IDS: usize = 1_000;

/// As far as it could be read.
#[derive(Debug, Clone)]
pub struct BookingFields {
    branch_id: Option<BranchId>,
    service_type: Option<ServiceType>,
    booking_date: Option<NaiveDate>,
    start_time: Option<NaiveTime>,
    service_ids: Option<Vec<(usize, ServiceId)>>,
    notes: Option<String>,
    lead_id: Option<LeadId>,
    staff_preference: StaffPreference,
}

pub const GENDER_CHOICES: &str = "female, male, other or undisclosed";

impl BookingFields {
    pub fn read(fields: &mut Fields) -> Self {
        Self {
            branch_id: fields.required("branchId", id(BranchId::new)),
            service_type: fields.required("serviceType", one_of(ServiceType::parse, "salon or spa")),
            booking_date: fields.required("bookingDate", date),
            start_time: fields.required("startTime", wall_time),
            service_ids: fields.required_list("serviceIds", MAX_SERVICE_IDS, |id| ServiceId::new(id)),
            notes: fields.optional("notes", |text| limited_text(text, 500)).filter(|text| !text.is_empty()),
            lead_id: fields.optional("leadId", |text| Ok::<_, String>(LeadId::new(text))),
            staff_preference: StaffPreference {
                staff_id: None,
                gender: fields.optional("staffGender", one_of(Gender::parse, GENDER_CHOICES)),
            },
        }
    }

    /// A customer may also name whom they would like; the desk names whom it has.
    pub fn read_with_staff_preference(fields: &mut Fields) -> Self {
        let mut booking = Self::read(fields);
        booking.staff_preference.staff_id = fields.optional("staffId", id(StaffId::new));
        booking
    }

    pub fn requested(&self) -> BookingRequestFields<'_> {
        BookingRequestFields {
            branch: self.branch_id.as_ref(),
            service_type: self.service_type,
            booking_date: self.booking_date,
            start_time: self.start_time,
            services: self.service_ids.as_deref().unwrap_or_default(),
            preferred_staff: self.staff_preference.staff_id.as_ref(),
        }
    }

    /// Nothing, where something could not be read.
    pub fn request(self) -> Option<BookingRequest> {
        Some(BookingRequest {
            branch_id: self.branch_id?,
            service_type: self.service_type?,
            booking_date: self.booking_date?,
            start_time: self.start_time?,
            service_ids: self.service_ids?,
            notes: self.notes,
            lead_id: self.lead_id,
            staff_preference: self.staff_preference,
        })
    }
}
