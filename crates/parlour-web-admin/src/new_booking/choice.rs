//! What somebody has filled in so far. The script and the buttons without it send the whole form again.

use chrono::{NaiveDate, NaiveTime};
use parlour_domain::ids::{LeadId, ServiceId, StaffId};
use parlour_domain::ist::{parse_date, parse_time};
use parlour_domain::phone::visible_phone;
use url::form_urlencoded::{self, Serializer};

/// More than fit into one visit; the use case refuses them.
const MAX_SERVICES: usize = 40;
/// Nobody types longer texts; a field says how long it may be.
const MAX_CHARS: usize = 2_000;

/// The value of `customer` for somebody who is added with the visit.
pub(crate) const NEW_CUSTOMER: &str = "new";
/// The value of `time` for a walk-in who begins at once.
pub(crate) const NOW: &str = "now";

#[derive(Debug, Clone, Default)]
pub(crate) struct Choice {
    pub(crate) branch: String,
    pub(crate) is_walkin: bool,
    /// What was typed to find the customer.
    pub(crate) search: String,
    /// An id, or [`NEW_CUSTOMER`].
    pub(crate) customer: String,
    pub(crate) name: String,
    pub(crate) phone: String,
    /// Whether to add somebody although their phone is known.
    pub(crate) is_other_person: bool,
    pub(crate) services: Vec<ServiceId>,
    pub(crate) staff: String,
    pub(crate) day: String,
    /// One of the shown times, or [`NOW`].
    pub(crate) time: String,
    /// A time that was typed, which counts more than a shown one.
    pub(crate) other_time: String,
    pub(crate) guest: String,
    pub(crate) note: String,
    pub(crate) lead: String,
}

impl Choice {
    /// Reads a query or a form.
    pub(super) fn read(encoded: &[u8]) -> Self {
        let mut choice = Self::default();
        for (name, value) in form_urlencoded::parse(encoded) {
            let value = if name == "phone" { visible_phone(&value).into() } else { value };
            choice.add(&name, value.trim());
        }
        if choice.is_walkin && choice.time.is_empty() && choice.other_time.is_empty() {
            NOW.clone_into(&mut choice.time);
        }
        choice
    }

    fn add(&mut self, name: &str, value: &str) {
        if value.is_empty() || value.contains('\0') || value.chars().count() > MAX_CHARS {
            return;
        }
        let field = match name {
            "s" | "service" => {
                if self.services.len() < MAX_SERVICES && self.services.iter().all(|known| known.as_str() != value) {
                    self.services.push(ServiceId::new(value));
                }
                return;
            }
            "walkin" => {
                self.is_walkin = value == "1";
                return;
            }
            "anyway" => {
                self.is_other_person = true;
                return;
            }
            "at" => &mut self.branch,
            "q" => &mut self.search,
            "customer" => &mut self.customer,
            "name" => &mut self.name,
            "phone" => &mut self.phone,
            "staff" => &mut self.staff,
            "day" => &mut self.day,
            "time" => &mut self.time,
            "other" => &mut self.other_time,
            "guest" => &mut self.guest,
            "note" => &mut self.note,
            "lead" => &mut self.lead,
            _ => return,
        };
        value.clone_into(field);
    }

    /// The button of a time that is free instead.
    pub(super) fn take_time(&mut self, time: NaiveTime) {
        self.time = parlour_web::format::time_value(time);
        self.other_time.clear();
    }

    pub(super) fn is_new_customer(&self) -> bool {
        self.customer == NEW_CUSTOMER
    }

    pub(super) fn staff_id(&self) -> Option<StaffId> {
        (!self.staff.is_empty()).then(|| StaffId::new(&self.staff))
    }

    pub(super) fn lead_id(&self) -> Option<LeadId> {
        (!self.lead.is_empty()).then(|| LeadId::new(&self.lead))
    }

    /// Each with its index.
    pub(super) fn service_ids(&self) -> Vec<(usize, ServiceId)> {
        self.services.iter().cloned().enumerate().collect()
    }

    pub(super) fn has_service(&self, id: &ServiceId) -> bool {
        self.services.contains(id)
    }

    /// The day of the visit: today for a walk-in, and where none is chosen. `None` if it is no day.
    pub(super) fn date(&self, today: NaiveDate) -> Option<NaiveDate> {
        if self.is_walkin || self.day.is_empty() { Some(today) } else { parse_date(&self.day) }
    }

    /// Whether the visit begins now.
    pub(super) fn is_now(&self) -> bool {
        self.is_walkin && self.time == NOW && self.other_time.is_empty()
    }

    /// The time that is chosen or typed, if it is one.
    pub(super) fn wall_time(&self) -> Option<NaiveTime> {
        let typed = if self.other_time.is_empty() { &self.time } else { &self.other_time };
        parse_time(typed)
    }

    /// The address of this form on another day.
    pub(super) fn address_on(&self, day: NaiveDate) -> String {
        let mut query = Serializer::new(String::new());
        for (name, value) in [
            ("at", &self.branch),
            ("q", &self.search),
            ("customer", &self.customer),
            ("name", &self.name),
            ("phone", &self.phone),
            ("staff", &self.staff),
            ("guest", &self.guest),
            ("note", &self.note),
            ("lead", &self.lead),
        ] {
            if !value.is_empty() {
                query.append_pair(name, value);
            }
        }
        for service in &self.services {
            query.append_pair("s", service.as_str());
        }
        query.append_pair("day", &day.to_string());
        format!("/bookings/new?{}", query.finish())
    }
}
