//! Leads: pages of the desk.

use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_testkit::actions::bookings::{create_booking, haircut_request_with};
use parlour_testkit::actions::people::receptionist;
use parlour_testkit::browser::{Browser, Page};
use parlour_testkit::checks::database::{count_rows, update_rows};
use parlour_testkit::chromium::{ChromiumOptions, Visitor, screens_with_pages};
use parlour_testkit::{Engine, Person, TestSalon, run, test_on_both_engines};
use serde_json::{Value, json};

use super::visits::{link_target, listening_salon};

fn desk_browser(salon: &TestSalon, person: &Person) -> Browser {
    let mut browser = Browser::at(salon, AppKind::Admin);
    browser.sign_in_as(person);
    browser
}

/// The id of a new lead.
async fn lead(desk: &Person, name: &str) -> String {
    let body = json!({ "name": name, "phone": "9876543210" });
    desk.post("/api/leads", &body).await.expect_created()["leadId"].as_str().unwrap().to_owned()
}

async fn stored(desk: &Person, id: &str) -> Value {
    desk.get(&format!("/api/leads/{id}")).await.expect_ok()["lead"].clone()
}

async fn move_to(desk: &Person, id: &str, status: &str) {
    desk.patch(&format!("/api/leads/{id}"), &json!({ "status": status })).await.expect_ok();
}

/// The names in a lane.
fn names_in(page: &Page, lane: &str) -> Vec<String> {
    page.texts_of(&format!("#lane-{lane} article .go"))
}

#[track_caller]
fn assert_says(page: &Page, parts: &[&str]) {
    for part in parts {
        assert!(page.has_text(part), "{part} in {}", page.text());
    }
}

#[test_on_both_engines]
async fn a_lead_goes_from_new_to_booked() {
    let salon = listening_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let mut browser = desk_browser(&salon, &desk);
    let empty = browser.visit("/leads").await;
    assert_eq!((empty.heading().as_str(), empty.texts_of("section.lane h2 span").join("")), ("Leads", "00000".into()));

    let form = browser.visit("/leads/new").await.form_with("phone");
    let typed = form.with("name", "Sana Qureshi").with("serviceInterestedId", "service-colour");
    let page = browser.submit_and_follow(&typed.clone().with("phone", "12")).await.expect_status(422);
    assert!(page.field_error("phone").unwrap().contains("10-digit"), "{}", page.text());
    let again = page.form_with("phone");
    assert_eq!(
        (again.value("name"), again.value("serviceInterestedId")),
        (Some("Sana Qureshi"), Some("service-colour"))
    );
    let whole = again.with("phone", "98450 12345").with("utmSource", "Friend").with("note", "Wants it before Diwali");
    let page = browser.submit_and_follow(&whole).await;
    assert_eq!((page.status.as_u16(), page.heading().as_str()), (200, "Sana Qureshi"));
    assert_says(&page, &["The lead was added.", "98450 12345", "colour", "Friend", "Wants it before Diwali"]);
    assert_eq!(link_target(&page, "Call"), "tel:+919845012345");
    assert!(link_target(&page, "WhatsApp").starts_with("https://wa.me/919845012345?text=Hello%20Sana"));
    let id = page.path().strip_prefix("/leads/").unwrap().to_owned();
    assert_eq!(stored(&desk, &id).await["source"], "manual");

    let page = browser.visit("/leads").await;
    assert_eq!(names_in(&page, "new"), ["Sana Qureshi"]);
    assert_says(&page, &["Just now", "Friend", "Nobody has waited too long"]);
    salon.advance_seconds(3 * 3_600);
    let page = browser.submit_and_follow(&page.form_with_button("I have called").press("I have called")).await;
    assert_eq!((page.path(), names_in(&page, "new").len()), ("/leads", 0));
    assert_eq!(names_in(&page, "called"), ["Sana Qureshi"]);
    assert_says(&page, &["The lead was moved.", "3 h ago"]);
    let called = stored(&desk, &id).await;
    assert_eq!(
        (&called["status"], &called["lastContactedAt"]),
        (&json!("contacted"), &json!("2027-03-01T07:30:00.000Z"))
    );

    let page = browser.visit(&format!("/leads/{id}")).await;
    assert_says(&page, &["Called", "Today, 1:00 pm"]);
    assert_eq!(link_target(&page, "Book"), format!("/bookings/new?lead={id}"));
    let booking = create_booking(&asha, &haircut_request_with("leadId", id.as_str())).await;
    let page = browser.visit(&format!("/leads/{id}")).await;
    let number = stored(&desk, &id).await["convertedBookingNumber"].as_str().unwrap().to_owned();
    assert_eq!(link_target(&page, &number), format!("/bookings/{booking}"));
    assert!(!page.links().iter().any(|link| link.text == "Book"), "it is booked");
    let page = browser.visit("/leads").await;
    assert_eq!(names_in(&page, "booked"), ["Sana Qureshi"]);
    let page = browser.submit_and_follow(&page.form_with_button("Has come").press("Has come")).await;
    assert_eq!(names_in(&page, "came"), ["Sana Qureshi"]);
    assert!(page.has_text("₹1,200"), "{}", page.text());
    salon.leaves_due_jobs("the booking is not looked at");
}

#[test_on_both_engines]
async fn only_moves_that_are_allowed_are_offered_and_done() {
    let salon = listening_salon().await;
    let desk = receptionist(&salon).await;
    let id = lead(&desk, "Asha Rao").await;
    let mut browser = desk_browser(&salon, &desk);
    let path = format!("/leads/{id}");
    for (status, offered) in [
        ("new", vec!["I have called", "Has booked"]),
        ("contacted", vec!["To call again", "Has booked"]),
        ("follow_up", vec!["Has booked"]),
        ("booked", vec!["Has come"]),
        ("won", vec![]),
        ("lost", vec![]),
    ] {
        let sql: &'static str = format!("update leads set status = '{status}' where id = $1").leak();
        update_rows(&salon, &id, sql).await;
        let page = browser.visit(&path).await;
        assert_eq!(page.texts_of("#f-status button"), offered, "{status}");
        let can_be_lost = page.texts_of("#f-status a").contains(&"Lost…".to_owned());
        assert_eq!(can_be_lost, !matches!(status, "won" | "lost"), "{status}");
        let page = browser.visit("/leads").await;
        assert_eq!(page.texts_of(".menu button[name=status]"), offered, "{status}");
    }
    update_rows(&salon, &id, "update leads set status = 'new' where id = $1").await;
    let form = browser.visit(&path).await.form_with_button("I have called");
    let page = browser.submit_and_follow(&form.clone().forge("status", "won")).await.expect_status(409);
    assert_says(&page, &["this lead is now “New”"]);
    let page = browser.submit_and_follow(&form.forge("status", "asleep")).await.expect_status(422);
    assert_eq!(page.heading(), "Asha Rao");
    assert_eq!(stored(&desk, &id).await["status"], "new");
}

#[test_on_both_engines]
async fn a_lost_lead_says_why() {
    let salon = listening_salon().await;
    let desk = receptionist(&salon).await;
    let id = lead(&desk, "Simran Gill").await;
    let mut browser = desk_browser(&salon, &desk);
    let page = browser.visit("/leads").await;
    let page = browser.click_link(&page, "Lost…").await;
    assert_eq!(page.heading(), "Simran Gill is lost");
    let page = browser.submit_and_follow(&page.form_with("reason")).await.expect_status(422);
    assert!(page.field_error("reason").unwrap().contains("is required when a lead is lost"), "{}", page.text());
    let page = browser.submit_and_follow(&page.form_with("reason").with("reason", &"x".repeat(501))).await;
    let page = page.expect_status(422);
    assert_eq!(stored(&desk, &id).await["status"], "new");
    let other = page.form_with("reason").with("why", "other").without("reason");
    let page = browser.submit_and_follow(&other).await.expect_status(422);
    let form = page.form_with("reason").with("why", "far").with("reason", "Moved to Goa");
    let page = browser.submit_and_follow(&form).await;
    assert_eq!((page.path(), names_in(&page, "lost")), ("/leads", vec!["Simran Gill".to_owned()]));
    assert!(page.has_text("Too far away: Moved to…"), "{}", page.text());
    let found = stored(&desk, &id).await;
    assert_eq!(
        (&found["status"], &found["notes"][0]["content"]),
        (&json!("lost"), &json!("Too far away: Moved to Goa"))
    );
    let page = browser.visit(&format!("/leads/{id}/lost")).await;
    assert!(page.has_text("cannot be lost any more") && page.forms().iter().all(|form| !form.has("why")));
    assert!(browser.visit(&format!("/leads/{id}")).await.has_text("This lead is settled."));
}

#[test_on_both_engines]
async fn the_second_desk_learns_that_the_first_was_quicker() {
    let salon = listening_salon().await;
    let (desk, other) = (receptionist(&salon).await, salon.member("Divya", Role::Receptionist).await);
    let id = lead(&desk, "Asha Rao").await;
    let (mut first, mut second) = (desk_browser(&salon, &desk), desk_browser(&salon, &other));
    let (seen, also_seen) = (first.visit("/leads").await, second.visit("/leads").await);
    first.submit_and_follow(&seen.form_with_button("I have called").press("I have called")).await;
    let late = also_seen.form_with_button("I have called").press("I have called");
    let page = second.submit_and_follow(&late).await.expect_status(409);
    assert_says(&page, &["Somebody was quicker: this lead is now “Called”.", "To call again"]);
    let steps = "select count(*) from audit_log where record_id = $1 and action = 'lead.advance'";
    assert_eq!(count_rows(&salon, &id, steps).await, 1);
    // The same button twice is one step, and no error.
    let again = second.visit(&format!("/leads/{id}")).await.form_with_button("To call again");
    let pressed = again.press("To call again");
    let _ = second.submit_and_follow(&pressed).await.expect_status(200);
    let _ = second.submit_and_follow(&pressed).await.expect_status(200);
    assert_eq!(count_rows(&salon, &id, steps).await, 2);
}

#[test_on_both_engines]
async fn a_move_of_what_was_seen_before_is_refused() {
    let salon = listening_salon().await;
    let desk = receptionist(&salon).await;
    let id = lead(&desk, "Asha Rao").await;
    let mut browser = desk_browser(&salon, &desk);
    // Called or booked: both may follow what either page showed.
    let (lanes, one) = (browser.visit("/leads").await, browser.visit(&format!("/leads/{id}")).await);
    let lost = browser.visit(&format!("/leads/{id}/lost")).await;
    move_to(&desk, &id, "contacted").await;
    for form in [lanes.form_with_button("Has booked"), one.form_with_button("Has booked")] {
        let page = browser.submit_and_follow(&form.press("Has booked")).await.expect_status(409);
        assert_says(&page, &["Somebody was quicker: this lead is now “Called”."]);
    }
    let page = browser.submit_and_follow(&lost.form_with("reason").with("why", "far")).await.expect_status(409);
    assert_says(&page, &["Somebody was quicker: this lead is now “Called”."]);
    assert_eq!(stored(&desk, &id).await["status"], "contacted");
    let page = browser.visit(&format!("/leads/{id}")).await;
    let page = browser.submit_and_follow(&page.form_with_button("Has booked").press("Has booked")).await;
    assert_eq!((page.status.as_u16(), &stored(&desk, &id).await["status"]), (200, &json!("booked")));
}

#[test_on_both_engines]
async fn leads_are_found_by_name_and_phone() {
    let salon = listening_salon().await;
    let desk = receptionist(&salon).await;
    let add = async |name: &str, phone: &str| {
        let body = json!({ "name": name, "phone": phone });
        let id = desk.post("/api/leads", &body).await.expect_created()["leadId"].as_str().unwrap().to_owned();
        salon.advance_seconds(1);
        id
    };
    let sana = add("Sana Qureshi", "9845012345").await;
    add("Prakash Hegde", "9876543210").await;
    add("Sanaya Irani", "9811122233").await;
    move_to(&desk, &sana, "contacted").await;
    let mut browser = desk_browser(&salon, &desk);
    // Links to the leads, not those that call.
    let names = |page: &Page| -> Vec<String> {
        let links = page.texts_of("tbody tr td a[href]").into_iter();
        links.filter(|text| text.chars().any(char::is_alphabetic)).collect()
    };
    let page = browser.visit("/leads").await;
    let page = browser.submit_and_follow(&page.form_with("q").with("q", "sana")).await;
    assert_eq!(names(&page), ["Sanaya Irani", "Sana Qureshi"]);
    let page = browser.click_link(&page, "Called").await;
    assert_eq!(names(&page), ["Sana Qureshi"]);
    let page = browser.submit_and_follow(&page.form_with("q").with("q", "98450 12345")).await;
    assert_eq!((names(&page), page.form_with("q").value("q")), (vec!["Sana Qureshi".to_owned()], Some("98450 12345")));
    let page = browser.submit_and_follow(&page.form_with("q").with("q", "100% <nobody>")).await;
    assert_says(&page, &["No lead is called “100% <nobody>”, or has that phone."]);
    for number in 0..51 {
        add(&format!("Ritu {number:02}"), "9800000001").await;
    }
    let page = browser.visit("/leads?view=list&q=ritu").await;
    assert_eq!(names(&page).len(), 50);
    let page = browser.click_link(&page, "Older").await;
    assert_eq!(names(&page), ["Ritu 00"]);
}

#[test_on_both_engines]
async fn a_lead_is_looked_after_by_somebody_of_the_team() {
    let salon = listening_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let mira = salon.member("Mira", Role::Manager).await;
    let id = lead(&desk, "Zara Contractor").await;
    let mut browser = desk_browser(&salon, &desk);
    let page = browser.visit("/leads").await;
    let page = browser.submit_and_follow(&page.form_with_button("I take it").press("I take it")).await;
    assert_eq!((page.path(), page.texts_of("article .av")), ("/leads", vec!["R".to_owned()]));
    assert_eq!(stored(&desk, &id).await["assignedTo"], desk.id().as_str());

    let path = format!("/leads/{id}");
    let form = browser.visit(&path).await.form_with_button("Save");
    let offered: Vec<String> = form.options("assignedTo").into_iter().map(|(_, text)| text).collect();
    assert!(offered.contains(&"Ravi (me)".to_owned()) && offered.contains(&"Mira".to_owned()), "{offered:?}");
    assert!(offered.contains(&"therapist".to_owned()) && !offered.contains(&"Asha".to_owned()), "{offered:?}");
    let page = browser.submit_and_follow(&form.with("assignedTo", mira.id().as_str())).await;
    assert_says(&page, &["Saved who looks after it.", "Mira"]);
    let form = page.form_with_button("Save");
    assert_eq!(form.value("assignedTo"), Some(mira.id().as_str()));
    let forged = form.clone().forge("assignedTo", asha.id().as_str());
    let page = browser.submit_and_follow(&forged).await;
    assert_eq!(stored(&desk, &id).await["assignedTo"], mira.id().as_str(), "{}", page.text());
    let page = browser.submit_and_follow(&form.with("assignedTo", "")).await;
    assert!(page.has_text("Nobody yet") && stored(&desk, &id).await["assignedTo"].is_null(), "{}", page.text());
}

#[test_on_both_engines]
async fn notes_and_the_campaign_are_on_the_page_of_the_lead() {
    let salon = listening_salon().await;
    let desk = receptionist(&salon).await;
    let body = json!({
        "name": "Prakash Hegde", "phone": "9876543210", "email": "prakash@example.in",
        "utmSource": "instagram", "utmMedium": "story", "utmCampaign": "Festive colour",
    });
    let id = desk.post("/api/leads", &body).await.expect_created()["leadId"].as_str().unwrap().to_owned();
    let mut browser = desk_browser(&salon, &desk);
    let page = browser.visit(&format!("/leads/{id}")).await;
    assert_says(&page, &["instagram, Festive colour", "story", "prakash@example.in", "No notes yet.", "Not known yet"]);
    let form = page.form_with("content");
    let page = browser.submit_and_follow(&form.clone().with("content", " ")).await.expect_status(422);
    assert!(page.field_error("content").is_some(), "{}", page.text());
    let page = browser.submit_and_follow(&form.with("content", "Call after six")).await;
    assert_says(&page, &["The note was added.", "Call after six", "Ravi, Today, 10:00 am"]);
    assert_eq!(stored(&desk, &id).await["notes"][0]["content"], "Call after six");
    for path in ["/leads/nobody", "/leads/nobody/lost"] {
        let _ = browser.visit(path).await.expect_status(404);
    }
}

#[test_on_both_engines]
async fn lanes_and_the_list_have_pages() {
    let salon = listening_salon().await;
    let desk = receptionist(&salon).await;
    for number in 0..53 {
        let id = lead(&desk, &format!("Lead {number:02}")).await;
        if number % 2 == 1 {
            move_to(&desk, &id, "contacted").await;
        }
        if number % 4 == 1 {
            move_to(&desk, &id, "follow_up").await;
        }
        salon.advance_seconds(1);
    }
    let mut browser = desk_browser(&salon, &desk);
    let page = browser.visit("/leads").await;
    assert_eq!(page.texts_of("section.lane h2 span"), ["27", "26", "0", "0", "0"]);
    let called = names_in(&page, "called");
    assert_eq!((called.len(), called[0].as_str(), called[19].as_str()), (20, "Lead 51", "Lead 13"));
    assert_eq!(page.texts_of("#lane-called .tag.accent").len(), 10, "those to call again are marked");
    let page = browser.click_link(&page, "6 more").await;
    let older = names_in(&page, "called");
    assert_eq!((older.len(), older[0].as_str(), older[5].as_str()), (6, "Lead 11", "Lead 01"));
    assert_eq!(names_in(&page, "new").len(), 20, "the other lanes stay");
    assert_eq!(link_target(&page, "Newest"), "/leads");

    let page = browser.visit("/leads?view=list").await;
    let names = page.texts_of("tbody tr td a[href]");
    assert!(names.contains(&"Lead 52".to_owned()) && !names.contains(&"Lead 02".to_owned()), "{names:?}");
    let page = browser.click_link(&page, "Older").await;
    assert_eq!(page.texts_of("tbody tr").len(), 3);
    let page = browser.click_link(&page, "Newest").await;
    let page = browser.click_link(&page, "Called").await;
    assert_eq!(page.texts_of("tbody tr").len(), 26);
    let page = browser.click_link(&page, "Lost").await;
    assert!(page.has_text("No leads here."), "{}", page.text());
}

#[test_on_both_engines]
async fn leads_that_wait_too_long_are_marked() {
    let salon = listening_salon().await;
    let desk = receptionist(&salon).await;
    let (_, called) = (lead(&desk, "Meghna Roy").await, lead(&desk, "John Mathew").await);
    salon.advance_seconds(23 * 3_600);
    move_to(&desk, &called, "contacted").await;
    let mut browser = desk_browser(&salon, &desk);
    assert!(browser.visit("/leads").await.has_text("Nobody has waited too long"));
    salon.advance_seconds(3_600);
    let page = browser.visit("/leads").await;
    assert_says(&page, &["1 has waited too long"]);
    assert_eq!(page.texts_of("article.stale .go"), ["Meghna Roy"]);
    assert_eq!(page.texts_of("article.stale .tag.warn"), ["Has waited too long, 1 day"]);
    // Where today's card leads to.
    let page = browser.visit("/leads?view=list&lane=waiting").await;
    browser.check_page(&page).await;
    assert_eq!(page.texts_of("tbody tr").len(), 1);
    assert_says(&page, &["Meghna Roy"]);
    let page = browser.visit("/leads?view=list").await;
    assert_eq!(page.texts_of("tbody tr").len(), 2);
}

#[test_on_both_engines]
async fn staff_do_not_see_leads() {
    let salon = listening_salon().await;
    let (desk, stylist) = (receptionist(&salon).await, salon.member("Sunil", Role::Staff).await);
    let id = lead(&desk, "Asha Rao").await;
    let form = desk_browser(&salon, &desk).visit("/leads").await.form_with_button("I have called");
    let mut browser = desk_browser(&salon, &stylist);
    for path in ["/leads", "/leads?view=list", "/leads/new", &format!("/leads/{id}"), &format!("/leads/{id}/lost")] {
        let _ = browser.visit(path).await.expect_status(403);
    }
    let _ = browser.submit(&form.press("I have called")).await.expect_status(403);
    assert_eq!(stored(&desk, &id).await["status"], "new");
}

/// A lead in every lane, and one that waits.
async fn filled_salon() -> (TestSalon, Person) {
    let salon = listening_salon().await;
    let desk = receptionist(&salon).await;
    lead(&desk, "Meghna Roy").await;
    salon.advance_seconds(30 * 3_600);
    for (name, campaign, steps) in [
        ("Sana Qureshi", "Winter brides", vec![]),
        ("Prakash Hegde", "Festive colour", vec![]),
        ("Tanvi Deshpande", "Festive colour", vec!["contacted"]),
        ("John Mathew", "Couple spa", vec!["contacted", "follow_up"]),
        ("Isha Agarwal", "Balayage", vec!["booked"]),
        ("Rhea Fernandes", "Winter brides", vec!["booked", "won"]),
    ] {
        let body = json!({
            "name": name, "phone": "9876543210", "serviceInterestedId": "service-colour", "utmSource": "Instagram",
            "utmCampaign": campaign,
        });
        let id = desk.post("/api/leads", &body).await.expect_created()["leadId"].as_str().unwrap().to_owned();
        for step in steps {
            move_to(&desk, &id, step).await;
        }
        let to = json!({ "assignedTo": desk.id().as_str() });
        desk.post(&format!("/api/leads/{id}/assign"), &to).await.expect_ok();
    }
    let lost = lead(&desk, "Simran Gill").await;
    let body = json!({ "status": "lost", "reason": "Too far away" });
    desk.patch(&format!("/api/leads/{lost}"), &body).await.expect_ok();
    (salon, desk)
}

async fn desk_visitor(salon: &TestSalon, desk: &Person, options: ChromiumOptions) -> Visitor {
    let visitor = Visitor::start(salon, AppKind::Admin, options).await;
    visitor.sign_in_as(desk).await;
    visitor
}

/// Drags a lead with the mouse into a lane.
async fn drag(visitor: &Visitor, id: &str, lane: &str) {
    let script = "
        const from = document.querySelector(arguments[0]).getBoundingClientRect();
        const to = document.querySelector(arguments[1]).getBoundingClientRect();
        return [from.left + 20, from.top + 20, to.left + to.width / 2, to.top + 60];";
    let places = visitor.execute(script, &[json!(format!("#lead-{id}")), json!(format!("#lane-{lane}"))]).await;
    let place = |index: usize| places[index].as_f64().unwrap();
    let mouse = |kind: &str, x: f64, y: f64| json!({ "type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1 });
    let command = "Input.dispatchMouseEvent";
    visitor.cdp(command, &mouse("mouseMoved", place(0), place(1))).await;
    visitor.cdp(command, &mouse("mousePressed", place(0), place(1))).await;
    for step in 1..=5 {
        let part = f64::from(step) / 5.0;
        let (x, y) = (place(0) + (place(2) - place(0)) * part, place(1) + (place(3) - place(1)) * part);
        visitor.cdp(command, &mouse("mouseMoved", x, y)).await;
    }
    visitor.cdp(command, &mouse("mouseReleased", place(2), place(3))).await;
}

#[test]
fn leads_are_dragged_where_they_may_go() {
    run(Engine::Sqlite, async || {
        let salon = listening_salon().await;
        let desk = receptionist(&salon).await;
        let id = lead(&desk, "Asha Rao").await;
        let visitor = desk_visitor(&salon, &desk, ChromiumOptions::desktop()).await;
        visitor.open("/leads").await;
        drag(&visitor, &id, "called").await;
        visitor.wait_for(&format!("#lane-called #lead-{id}")).await;
        visitor.wait_for_text("The lead was moved.").await;
        assert_eq!(stored(&desk, &id).await["status"], "contacted");
        // Nobody comes before they have booked: it goes back.
        visitor.execute("window.isSamePage = true", &[]).await;
        drag(&visitor, &id, "came").await;
        let place = format!("return document.querySelector('#lane-called #lead-{id}').style.translate === ''");
        visitor.wait_until("it is back", &place).await;
        assert_eq!(visitor.execute("return window.isSamePage === true", &[]).await, true, "nothing was opened or sent");
        assert_eq!(stored(&desk, &id).await["status"], "contacted");
        // A lost one asks why.
        drag(&visitor, &id, "lost").await;
        visitor.wait_for_path(&format!("/leads/{id}/lost")).await;
        visitor.tick("why", "far").await;
        visitor.press_button("Lost").await;
        visitor.wait_for(&format!("#lane-lost #lead-{id}")).await;
        assert_eq!(stored(&desk, &id).await["status"], "lost");
        drag(&visitor, &id, "new").await;
        visitor.click(&format!("#lead-{id} a.go")).await;
        visitor.wait_for_path(&format!("/leads/{id}")).await;
    });
}

#[test]
fn lanes_follow_what_other_desks_do() {
    run(Engine::Sqlite, async || {
        let (salon, desk) = filled_salon().await;
        let other = salon.member("Divya", Role::Receptionist).await;
        let visitor = desk_visitor(&salon, &desk, ChromiumOptions::desktop()).await;
        visitor.open("/leads").await;
        assert_eq!(visitor.texts_of("#lane-new .go").await.len(), 3);
        let anil = lead(&other, "Anil Thakur").await;
        visitor.wait_for(&format!("#lane-new #lead-{anil}.changed")).await;
        move_to(&other, &anil, "contacted").await;
        visitor.wait_for(&format!("#lane-called #lead-{anil}")).await;
        visitor.wait_until_gone(&format!("#lane-new #lead-{anil}")).await;
        assert_eq!(visitor.texts_of("#h-called").await, ["Called 3"]);

        // Somebody has the menu of a card open while another desk moves that card.
        let menu = format!("#lead-{anil} details.pop");
        visitor.click(&format!("{menu} > summary")).await;
        visitor.wait_for(&format!("{menu}[open]")).await;
        move_to(&other, &anil, "booked").await;
        visitor.wait_for("[data-stale]:not([hidden])").await;
        visitor.wait_for(&format!("#lane-called {menu}[open]")).await;
        assert_eq!(visitor.count(&format!("#lead-{anil}")).await, 1, "it is shown once");
        visitor.save_screenshot("leads-stale-desktop").await;
        visitor.press("Escape").await;
        visitor.wait_for(&format!("#lane-booked #lead-{anil}")).await;
        visitor.wait_until_gone(&format!("#lane-called #lead-{anil}")).await;
        visitor.wait_until_gone("[data-stale]:not([hidden])").await;
    });
}

#[test]
fn pages_of_leads_are_without_fault_on_all_screens() {
    run(Engine::Sqlite, async || {
        let (salon, desk) = filled_salon().await;
        let id = lead(&desk, "A person with a very long name indeed, of Thiruvananthapuram").await;
        let screens = [
            ChromiumOptions::phone().width(320),
            ChromiumOptions::phone().dark(),
            ChromiumOptions::desktop(),
            ChromiumOptions::desktop().dark(),
        ];
        let paths = [
            "/leads".to_owned(),
            "/leads?view=list".to_owned(),
            "/leads/new".to_owned(),
            format!("/leads/{id}"),
            format!("/leads/{id}/lost"),
        ];
        for (options, paths) in screens_with_pages(&screens, &paths) {
            let visitor = desk_visitor(&salon, &desk, options).await;
            for path in paths {
                visitor.open(path).await;
            }
        }
    });
}
