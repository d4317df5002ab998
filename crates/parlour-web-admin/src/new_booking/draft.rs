//! What somebody has filled in so far. The script and the buttons without it send the whole form again.

use chrono::{NaiveDate, NaiveTime};
use parlour_app::bookings::StaffWish;
use parlour_domain::booking::wish::WishedGender;
use parlour_domain::ids::{LeadId, ServiceId, StaffId, UserId};
use parlour_domain::ist::{parse_date, parse_time};
use parlour_domain::phone::visible_phone;
use parlour_http::request::FormValues;
use url::form_urlencoded::Serializer;

/// More than fit into one booking; the use case refuses them.
const MAX_SERVICES: usize = 40;
/// Nobody types longer texts; a field says how long it may be.
const MAX_CHARS: usize = 2_000;

/// The value of `customer` for somebody who is added with the booking.
pub(crate) const NEW_CUSTOMER: &str = "new";
/// The value of `over` where the form stands beside the board.
pub(crate) const OVER_BOARD: &str = "board";
/// The value of `time` for a walk-in who begins at once.
pub(crate) const NOW: &str = "now";

#[derive(Debug, Clone, Default)]
pub(crate) struct BookingDraft {
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
    /// An id, or a gender that the customer asks for.
    pub(crate) staff: String,
    pub(crate) day: String,
    /// One of the shown times, or [`NOW`].
    pub(crate) time: String,
    /// A time that was typed, which counts more than a shown one.
    pub(crate) other_time: String,
    pub(crate) guest: String,
    pub(crate) note: String,
    pub(crate) lead: String,
    /// Whether the form stands beside the board.
    pub(crate) is_over_board: bool,
    /// How many services were chosen in the form itself: those of a link, as to book the same again, are not lost with it.
    pub(crate) chosen_services: usize,
}

impl BookingDraft {
    /// Reads a query or a form.
    pub(super) fn read(values: &FormValues) -> Self {
        let is_text = |value: &&str| !value.is_empty() && !value.contains('\0') && value.chars().count() <= MAX_CHARS;
        let text = |name: &str| values.texts(name).into_iter().rfind(is_text).unwrap_or_default().to_owned();
        let mut services: Vec<ServiceId> = Vec::new();
        for id in values.texts("service").into_iter().chain(values.texts("s")).filter(is_text) {
            if services.len() < MAX_SERVICES && services.iter().all(|known| known.as_str() != id) {
                services.push(ServiceId::new(id));
            }
        }
        let mut draft = Self {
            branch: text("at"),
            is_walkin: text("walkin") == "1",
            search: text("q"),
            customer: text("customer"),
            name: text("name"),
            phone: visible_phone(&text("phone")),
            is_other_person: !text("anyway").is_empty(),
            services,
            staff: text("staff"),
            day: text("day"),
            time: text("time"),
            other_time: text("other"),
            guest: text("guest"),
            note: text("note"),
            lead: text("lead"),
            is_over_board: text("over") == OVER_BOARD,
            chosen_services: values.texts("s").into_iter().filter(is_text).count(),
        };
        // Without scripts nobody ticks the choice of somebody new beside the name that they type.
        if draft.customer.is_empty() && !draft.name.is_empty() && !draft.phone.is_empty() {
            NEW_CUSTOMER.clone_into(&mut draft.customer);
        }
        if draft.is_walkin && draft.time.is_empty() && draft.other_time.is_empty() {
            NOW.clone_into(&mut draft.time);
        }
        draft
    }

    /// The button of a time that is free instead.
    pub(super) fn take_time(&mut self, time: NaiveTime) {
        self.time = parlour_web::format::time_value(time);
        self.other_time.clear();
    }

    pub(super) fn is_new_customer(&self) -> bool {
        self.customer == NEW_CUSTOMER
    }

    /// Somebody who is known already.
    pub(super) fn customer_id(&self) -> Option<UserId> {
        (!self.customer.is_empty() && !self.is_new_customer()).then(|| UserId::new(&self.customer))
    }

    pub(super) fn staff_id(&self) -> Option<StaffId> {
        (!self.staff.is_empty() && self.wished_gender().is_none()).then(|| StaffId::new(&self.staff))
    }

    /// What is chosen instead of a person: somebody of a gender.
    pub(super) fn wished_gender(&self) -> Option<WishedGender> {
        WishedGender::parse(&self.staff)
    }

    pub(super) fn wish(&self) -> StaffWish {
        StaffWish { gender: self.wished_gender().map(WishedGender::gender), ..StaffWish::default() }
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

    /// The day of the booking: today for a walk-in, and where none is chosen. `None` if it is no day.
    pub(super) fn date(&self, today: NaiveDate) -> Option<NaiveDate> {
        if self.is_walkin || self.day.is_empty() { Some(today) } else { parse_date(&self.day) }
    }

    /// Whether the booking begins now.
    pub(super) fn is_now(&self) -> bool {
        self.is_walkin && self.time == NOW && self.other_time.is_empty()
    }

    /// The time that is chosen or typed, if it is one.
    pub(super) fn wall_time(&self) -> Option<NaiveTime> {
        let typed = if self.other_time.is_empty() { &self.time } else { &self.other_time };
        parse_time(typed)
    }

    /// What is filled in, whatever the day and the time.
    fn filled_in(&self) -> Vec<(&'static str, &str)> {
        let texts = [
            ("at", &self.branch),
            ("q", &self.search),
            ("customer", &self.customer),
            ("name", &self.name),
            ("phone", &self.phone),
            ("staff", &self.staff),
            ("guest", &self.guest),
            ("note", &self.note),
            ("lead", &self.lead),
        ];
        let texts =
            texts.into_iter().map(|(name, value)| (name, value.as_str())).filter(|(_, value)| !value.is_empty());
        let services = self.services.iter().map(|service| ("s", service.as_str()));
        let over = self.is_over_board.then_some(("over", OVER_BOARD));
        texts.chain(services).chain(over).collect()
    }

    /// The address of this form on another day.
    pub(super) fn address_on(&self, day: NaiveDate) -> String {
        let mut query = Serializer::new(String::new());
        query.extend_pairs(self.filled_in());
        query.append_pair("day", &day.to_string());
        format!("/bookings/new?{}", query.finish())
    }

    /// Every field of the form, to send it again.
    pub(super) fn fields(&self) -> Vec<(&'static str, String)> {
        let further = [
            ("walkin", if self.is_walkin { "1" } else { "0" }),
            ("anyway", if self.is_other_person { "1" } else { "" }),
            ("day", self.day.as_str()),
            ("time", self.time.as_str()),
            ("other", self.other_time.as_str()),
        ];
        let fields = self.filled_in().into_iter().chain(further).filter(|(_, value)| !value.is_empty());
        fields.map(|(name, value)| (name, value.to_owned())).collect()
    }
}
