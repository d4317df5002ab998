//! The simulated salon: people who act over HTTP, and the servers that receive its messages.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_domain::email_address::EmailAddress;
use parlour_domain::ist::{DAY_MS, Timestamp};
use parlour_integrations::chat::ChatWebhook;
use parlour_integrations::realtime::RealtimeKey;
use parlour_integrations::web_push::notification_topic;
use parlour_testkit::actions::bookings::{
    approve_booking, cancel_booking, cancel_booking_with, create_booking, haircut_request_at, patch_booking,
    post_booking_action, reschedule_booking,
};
use parlour_testkit::actions::checkout::complete_booking;
use parlour_testkit::actions::emails::mailer_to_folder;
use parlour_testkit::actions::memberships::{cancel_membership, create_membership, ten_hour_sale};
use parlour_testkit::actions::notifications::subscribe_browser;
use parlour_testkit::checks::database::write_transaction;
use parlour_testkit::checks::json::with_field;
use parlour_testkit::fixtures::integrations::{push_sender, realtime_publisher, unrestricted_client};
use parlour_testkit::fixtures::small_salon::{STYLIST, fill_small_salon};
use parlour_testkit::fixtures::spa_salon::insert_membership_tiers;
use parlour_testkit::servers::recording_server::RecordingServer;
use parlour_testkit::{Engine, Person, SalonOptions, TestSalon};
use parlour_worker::worker_context::Integrations;
use serde_json::{Value, json};

use super::history::{Customer, Event, History, MembershipSale, time_text};

pub(super) const REPORT_RECIPIENT: &str = "owner@salon.invalid";
/// A session lives for seven.
const SIGNED_IN_FOR_MS: i64 = 5 * DAY_MS;
const PAYMENTS: [&str; 3] = ["cash", "upi", "card"];

pub(super) struct SimulatedSalon {
    pub(super) test: TestSalon,
    /// Browsers, the chat and the realtime provider.
    pub(super) outside_server: RecordingServer,
    people: BTreeMap<String, (Person, Timestamp)>,
    pub(super) bookings: BTreeMap<usize, String>,
    pub(super) memberships: BTreeMap<usize, String>,
    leads: BTreeMap<usize, String>,
    pub(super) offers: BTreeMap<usize, String>,
    /// Every message that was ever sent, by its stable id.
    pub(super) sent: BTreeMap<String, usize>,
}

impl SimulatedSalon {
    pub(super) async fn open(mail: &Path) -> Self {
        let outside_server = RecordingServer::start().await;
        let integrations = Integrations {
            mail: mailer_to_folder(mail),
            push: Some(push_sender(unrestricted_client())),
            chat: Some(ChatWebhook::new(
                format!("{}/chat", outside_server.url).parse().unwrap(),
                unrestricted_client(),
            )),
            realtime: Some(realtime_publisher(&outside_server.url)),
            report_recipients: vec![EmailAddress::parse(REPORT_RECIPIENT).unwrap()],
            ..Integrations::default()
        };
        let options = SalonOptions {
            at: "2026-01-01 09:00",
            listens: true,
            realtime: Some(RealtimeKey::new("app.key".to_owned(), "secret")),
            ..SalonOptions::default()
        };
        let test =
            insert_membership_tiers(fill_small_salon(TestSalon::with_integrations(options, integrations).await).await)
                .await;
        keep_deleted_notifications(&test).await;
        Self {
            test,
            outside_server,
            people: BTreeMap::new(),
            bookings: BTreeMap::new(),
            memberships: BTreeMap::new(),
            leads: BTreeMap::new(),
            offers: BTreeMap::new(),
            sent: BTreeMap::new(),
        }
    }

    /// Never back: somebody may have waited for longer than was thought.
    pub(super) fn wait_until(&self, at: Timestamp) {
        let ahead = at.millis_since(self.test.now());
        if ahead > 0 {
            self.test.app.clock.advance_millis(ahead);
        }
    }

    async fn person(&mut self, name: &str, role: Role) -> Person {
        let now = self.test.now();
        if let Some((person, since)) = self.people.get(name)
            && now.millis_since(*since) < SIGNED_IN_FOR_MS
        {
            return person.clone();
        }
        let app_kind = if role == Role::Customer { AppKind::Customer } else { AppKind::Admin };
        let person = self.test.person(name, role, app_kind).await;
        self.people.insert(name.to_owned(), (person.clone(), now));
        person
    }

    pub(super) async fn desk(&mut self) -> Person {
        self.person("Ravi", Role::Receptionist).await
    }

    pub(super) async fn manager(&mut self) -> Person {
        self.person("Meera", Role::Manager).await
    }

    pub(super) async fn customer(&mut self, customer: &Customer) -> Person {
        self.person(&customer.name, Role::Customer).await
    }

    /// Everyone is known from the first day on.
    pub(super) async fn create_people(&mut self, history: &History) {
        self.desk().await;
        self.manager().await;
        for customer in &history.customers {
            let person = self.customer(customer).await;
            let profile = json!({
                "phone": "9812345678", "dateOfBirth": customer.born, "gender": "female",
                "marketingConsent": customer.consents, "appointmentRemindersEnabled": customer.wants_reminders,
                "membershipAlertsEnabled": customer.wants_alerts,
            });
            person.post("/api/onboarding/complete", &profile).await.expect_ok();
            if customer.has_browser {
                subscribe_browser(&person, &format!("{}/push/{}", self.outside_server.url, customer.name)).await;
            }
        }
    }

    pub(super) async fn apply_event(&mut self, history: &History, act: &Event) {
        match act {
            Event::Ask { booking, start } => {
                let customer = self.customer(&history.customers[history.bookings[*booking]]).await;
                let request_body = haircut_request_at(&start.ist_date().to_string(), &time_text(*start));
                self.bookings.insert(*booking, create_booking(&customer, &request_body).await);
            }
            Event::CancelByCustomer { booking } | Event::MoveByCustomer { booking, .. } => {
                let customer = self.customer(&history.customers[history.bookings[*booking]]).await;
                let id = &self.bookings[booking];
                match act {
                    Event::MoveByCustomer { start, .. } => reschedule_to(&customer, id, *start).await,
                    _ => drop(cancel_booking(&customer, id).await.expect_ok()),
                }
            }
            Event::Sell { membership } => {
                let MembershipSale { customer, validity_days } = history.memberships[*membership];
                let (desk, customer) = (self.desk().await, self.customer(&history.customers[customer]).await);
                let today = self.test.now().ist_date().to_string();
                let sale = with_field(ten_hour_sale(&customer), "startDate", today);
                let id = create_membership(&desk, &with_field(sale, "validityDays", validity_days)).await;
                self.memberships.insert(*membership, id);
            }
            Event::EndMembership { membership } => {
                let manager = self.manager().await;
                cancel_membership(&manager, &self.memberships[membership], "moves away").await.expect_ok();
            }
            Event::CaptureLead { .. } | Event::AdvanceLead { .. } => self.apply_lead_event(act).await,
            Event::Offer { offer, until } => {
                let manager = self.manager().await;
                let body = json!({
                    "name": format!("Offer {offer}"), "offerType": "percentage", "discountPercentage": 10,
                    "startDate": self.test.now().ist_date(), "endDate": until, "serviceIds": ["service-cut"],
                });
                let made = manager.post("/api/offers", &body).await.expect_created();
                self.offers.insert(*offer, text(&made["offer"]["id"]));
            }
            _ => self.apply_desk_event(act).await,
        }
    }

    async fn apply_desk_event(&mut self, act: &Event) {
        let desk = self.desk().await;
        let id = |booking: &usize| self.bookings[booking].clone();
        let reply = match act {
            Event::Approve { booking } => approve_booking(&desk, &id(booking), STYLIST).await,
            Event::Reject { booking } => {
                let no = json!({ "action": "reject", "rejectionReason": "We are full." });
                patch_booking(&desk, &id(booking), &no).await
            }
            Event::CancelByDesk { booking } => {
                cancel_booking_with(&desk, &id(booking), &json!({ "reason": "The stylist is ill." })).await
            }
            Event::MoveByDesk { booking, start } => return reschedule_to(&desk, &id(booking), *start).await,
            Event::Start { booking } => post_booking_action(&desk, &id(booking), "start").await,
            Event::Miss { booking } => post_booking_action(&desk, &id(booking), "noshow").await,
            Event::Complete { booking } => {
                let payment = json!({ "paymentMethod": PAYMENTS[booking % 3] });
                complete_booking(&desk, &id(booking), &payment).await
            }
            other => panic!("{other:?} is not done at the desk"),
        };
        reply.expect_ok();
    }

    async fn apply_lead_event(&mut self, act: &Event) {
        match act {
            Event::CaptureLead { lead } => {
                let body = json!({ "name": format!("Lead {lead}"), "phone": "9812345678" });
                let captured = self.test.visitor().post("/api/leads", &body).await.expect_created();
                self.leads.insert(*lead, text(&captured["leadId"]));
            }
            Event::AdvanceLead { lead, to } => {
                let (desk, id) = (self.desk().await, self.leads[lead].clone());
                if *to == "contacted" {
                    let to_the_desk = json!({ "assignedTo": desk.id() });
                    desk.post(&format!("/api/leads/{id}/assign"), &to_the_desk).await.expect_ok();
                }
                let step = json!({ "status": to, "reason": "no answer" });
                desk.patch(&format!("/api/leads/{id}"), &step).await.expect_ok();
            }
            other => panic!("{other:?} is not about a lead"),
        }
    }

    pub(super) fn lead(&self, lead: usize) -> &str {
        &self.leads[&lead]
    }

    /// Remembers what has arrived since the last time; whatever has no id of its own is counted by its kind.
    pub(super) fn record_sent_messages(&mut self) {
        for seen in self.outside_server.seen() {
            let id = if seen.path == "/chat" {
                "chat".to_owned()
            } else if let Some(topic) = seen.header("topic") {
                format!("push {topic}")
            } else {
                format!("realtime {}", text(&seen.json()["id"]))
            };
            *self.sent.entry(id).or_default() += 1;
        }
    }
}

/// The monthly clean-up deletes notifications after 180 days; the whole year is checked at its end.
async fn keep_deleted_notifications(salon: &TestSalon) {
    let engine = Engine::current();
    write_transaction(&salon.app, move |tx| {
        tx.run("create table deleted_notifications as select * from notifications where id is null", &[])?;
        let statements: &[&'static str] = match engine {
            Engine::Sqlite => &["create trigger keep_deleted before delete on notifications begin
                insert into deleted_notifications select * from notifications where id = old.id; end"],
            Engine::Postgres => &[
                "create function keep_deleted() returns trigger language plpgsql as
                 'begin insert into deleted_notifications select old.*; return old; end'",
                "create trigger keep_deleted before delete on notifications
                 for each row execute function keep_deleted()",
            ],
        };
        statements.iter().try_for_each(|statement| tx.run(statement, &[]))
    })
    .await;
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text")).to_owned()
}

async fn reschedule_to(person: &Person, id: &str, start: Timestamp) {
    reschedule_booking(person, id, &start.ist_date().to_string(), &time_text(start)).await.expect_ok();
}

/// The topic by which a browser recognises a notification.
pub(super) fn push_id(notification_id: &str) -> String {
    format!("push {}", notification_topic(notification_id))
}

pub(super) fn realtime_id(notification_id: &str) -> String {
    format!("realtime {notification_id}")
}

/// The ids of the letters in the folder: one file each.
pub(super) fn email_ids_in_folder(folder: &Path) -> BTreeSet<String> {
    let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    names.map(|name| name.to_str().unwrap().trim_end_matches(".eml").to_owned()).collect()
}
