//! What a visitor has chosen so far. Each step has it in its address, and each form in hidden fields.

use chrono::{NaiveDate, NaiveTime};
use parlour_domain::customer::Gender;
use parlour_domain::ids::{LeadId, StaffId};
use parlour_domain::ist::{parse_date, parse_time};
use parlour_domain::lead::Utm;
use parlour_http::request::FormValues;
use url::form_urlencoded::Serializer;

use crate::browse::campaign::shorten;
use crate::browse::paths::time_path;
use parlour_store::bookings::booking_records::Booking;
use parlour_web::cache::Catalogue;
use parlour_web::format::time_value;
use parlour_web::page::encode;

/// The longest address to which the sign-in returns.
const MAX_ADDRESS: usize = 2_000;
const MAX_SLUGS: usize = 40;

/// Whom the visitor would like.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) enum With {
    #[default]
    Anyone,
    Gender(Gender),
    Person(StaffId),
}

impl With {
    fn parse(text: &str) -> Self {
        match Gender::parse(text) {
            Some(gender @ (Gender::Female | Gender::Male)) => Self::Gender(gender),
            _ if text.is_empty() || text == "anyone" => Self::Anyone,
            _ => Self::Person(StaffId::new(text)),
        }
    }

    /// Whom the customer of a booking asked for.
    pub(crate) fn of_booking<S>(booking: &Booking<S>) -> Self {
        let gender = booking.wished_staff_gender.map(|wished| Self::Gender(wished.gender()));
        booking.wished_staff_id.clone().map(Self::Person).or(gender).unwrap_or_default()
    }

    /// The address of the choice of a time, with this wish.
    fn added_to(&self, time_path: &str) -> String {
        if *self == Self::Anyone {
            return time_path.to_owned();
        }
        let separator = if time_path.contains('?') { '&' } else { '?' };
        format!("{time_path}{separator}with={}", encode(self.value()))
    }

    pub(super) fn value(&self) -> &str {
        match self {
            Self::Anyone => "anyone",
            Self::Gender(gender) => gender.as_str(),
            Self::Person(staff) => staff.as_str(),
        }
    }

    pub(super) fn gender(&self) -> Option<Gender> {
        if let Self::Gender(gender) = self { Some(*gender) } else { None }
    }

    pub(super) fn person(&self) -> Option<&StaffId> {
        if let Self::Person(staff) = self { Some(staff) } else { None }
    }
}

/// To the choice of a time for some services of a booking again, with its wish, and with the offer that was promised while
/// that runs.
pub(crate) fn time_again_path<'a, S>(
    booking: &Booking<S>,
    branch: Option<&str>,
    slugs: impl IntoIterator<Item = &'a str>,
    catalogue: &Catalogue,
) -> String {
    let path = With::of_booking(booking).added_to(&time_path(branch, slugs));
    let promised = booking.promised_offer_id.as_ref();
    match catalogue.offers.iter().find(|found| Some(&found.offer.id) == promised) {
        Some(found) => format!("{path}&offer={}", encode(&found.offer.slug)),
        None => path,
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct BookingChoice {
    pub(crate) branch: String,
    /// Of the services, each once.
    pub(crate) slugs: Vec<String>,
    /// The slug of the offer that the visitor books with.
    pub(crate) offer: Option<String>,
    pub(crate) day: Option<NaiveDate>,
    /// Where the shown days begin, if no day is chosen.
    pub(crate) from: Option<NaiveDate>,
    pub(crate) time: Option<NaiveTime>,
    pub(crate) with: With,
    /// Where the visitor came from.
    pub(crate) utm: Utm,
    pub(crate) lead_id: Option<LeadId>,
}

impl BookingChoice {
    /// Reads a query or a form. What cannot be read counts as not chosen.
    pub(crate) fn read(values: &FormValues) -> Self {
        let is_readable = |value: &&str| !value.is_empty() && !value.chars().any(char::is_control);
        let text = |name: &str| values.texts(name).into_iter().find(is_readable);
        // The first name is that of advertisements.
        let utm = |name: &str, field: &str| text(name).or_else(|| text(field)).and_then(shorten);
        let mut slugs: Vec<String> = Vec::new();
        for slug in values.texts("s").into_iter().filter(is_readable) {
            if slugs.len() < MAX_SLUGS && slugs.iter().all(|known| known != slug) {
                slugs.push(slug.to_owned());
            }
        }
        Self {
            branch: text("at").unwrap_or_default().to_owned(),
            slugs,
            offer: text("offer").map(str::to_owned),
            day: text("day").and_then(parse_date),
            from: text("from").and_then(parse_date),
            time: text("time").and_then(parse_time),
            with: text("with").map(With::parse).unwrap_or_default(),
            utm: Utm {
                source: utm("utm_source", "utmSource"),
                medium: utm("utm_medium", "utmMedium"),
                campaign: utm("utm_campaign", "utmCampaign"),
                content: utm("utm_content", "utmContent"),
                term: utm("utm_term", "utmTerm"),
            },
            lead_id: text("leadId").map(LeadId::new),
        }
    }

    /// The names and values of the fields of a form.
    pub(super) fn fields(&self) -> Vec<(&'static str, String)> {
        let mut fields = vec![("at", self.branch.clone())];
        fields.extend(self.slugs.iter().map(|slug| ("s", slug.clone())));
        let mut add = |name, value: Option<String>| fields.extend(value.map(|value| (name, value)));
        add("offer", self.offer.clone());
        add("from", self.from.filter(|_| self.day.is_none()).map(|from| from.to_string()));
        add("day", self.day.map(|day| day.to_string()));
        add("time", self.time.map(time_value));
        add("with", (self.with != With::Anyone).then(|| self.with.value().to_owned()));
        fields.extend(self.campaign_fields().into_iter().filter(|(_, value)| !value.is_empty()));
        fields
    }

    /// Where the visitor came from, with empty values for what is not known: a script fills them in.
    pub(crate) fn campaign_fields(&self) -> [(&'static str, String); 6] {
        let text = |value: &Option<String>| value.clone().unwrap_or_default();
        [
            ("utmSource", text(&self.utm.source)),
            ("utmMedium", text(&self.utm.medium)),
            ("utmCampaign", text(&self.utm.campaign)),
            ("utmContent", text(&self.utm.content)),
            ("utmTerm", text(&self.utm.term)),
            ("leadId", self.lead_id.as_ref().map_or_else(String::new, |lead| lead.as_str().to_owned())),
        ]
    }

    /// The address of a step with this choice. One that is too long to return to goes without the campaign.
    pub(super) fn address(&self, path: &str) -> String {
        let address = |fields: &[(&'static str, String)]| {
            format!("{path}?{}", Serializer::new(String::new()).extend_pairs(fields).finish())
        };
        let whole = address(&self.fields());
        if whole.len() <= MAX_ADDRESS {
            return whole;
        }
        let direct = Self { utm: Utm::default(), lead_id: None, ..self.clone() };
        address(&direct.fields())
    }

    /// Of the services only.
    pub(super) fn services_address(&self) -> String {
        let with = With::Anyone;
        Self { day: None, from: None, time: None, with, ..self.clone() }.address("/book")
    }

    pub(super) fn time_address(&self) -> String {
        Self { time: None, ..self.clone() }.address("/book/time")
    }

    #[must_use]
    pub(super) fn on(&self, day: NaiveDate) -> Self {
        Self { day: Some(day), from: None, time: None, ..self.clone() }
    }

    #[must_use]
    pub(super) fn starting_from(&self, from: NaiveDate) -> Self {
        Self { day: None, from: Some(from), time: None, ..self.clone() }
    }

    #[must_use]
    pub(super) fn with(&self, with: With) -> Self {
        Self { with, time: None, ..self.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(query: &[u8]) -> BookingChoice {
        BookingChoice::read(&FormValues::decode(query))
    }

    #[test]
    fn a_choice_is_read_again_from_its_address() {
        let query = "at=b1&s=cut&s=wash&s=cut&offer=glow&day=2027-03-05&time=10:30&with=female&utm_source=ig&utm_campaign=Diwali+%26+more&leadId=l1";
        let choice = read(query.as_bytes());
        assert_eq!(choice.slugs, ["cut", "wash"]);
        assert_eq!(choice.offer.as_deref(), Some("glow"));
        assert_eq!(choice.with, With::Gender(Gender::Female));
        assert_eq!(choice.utm.campaign.as_deref(), Some("Diwali & more"));
        let address = choice.address("/book/review");
        let (path, query) = address.split_once('?').unwrap();
        assert_eq!(path, "/book/review");
        assert_eq!(read(query.as_bytes()), choice);
    }

    #[test]
    fn what_cannot_be_read_is_not_chosen() {
        let choice = read(b"at=%00&day=tomorrow&time=25:00&with=&s=&s=%20cut%20&utmSource=%07");
        assert_eq!(choice, BookingChoice { slugs: vec!["cut".to_owned()], ..BookingChoice::default() });
    }

    #[test]
    fn twenty_services_of_a_campaign_fit_into_the_address_of_a_sign_in() {
        let mut query = "at=branch-with-a-long-id&day=2027-03-05&time=10:30".to_owned();
        for number in 0..20 {
            query.extend(["&s=a-service-with-a-really-rather-long-name-", &number.to_string()]);
        }
        query.extend(["&utm_campaign=", &"%E0%A4%86".repeat(120)]);
        let choice = read(query.as_bytes());
        let address = choice.address("/book/review");
        assert!(address.len() <= MAX_ADDRESS, "{}", address.len());
        assert_eq!(read(address.split_once('?').unwrap().1.as_bytes()).slugs.len(), 20);
    }
}
