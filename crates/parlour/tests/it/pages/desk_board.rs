//! The day board: who works, who comes, and moving visits.

use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_testkit::actions::availability::friday_haircut_for;
use parlour_testkit::actions::bookings::{
    create_booking, haircut_request_at, post_booking_action, shown_booking, stored_booking,
};
use parlour_testkit::actions::people::receptionist;
use parlour_testkit::actions::visits::{act_on_own_visit, place_booking, put_lines};
use parlour_testkit::browser::{Browser, Page};
use parlour_testkit::checks::database::{count_rows, update_rows};
use parlour_testkit::chromium::{ChromiumOptions, Visitor, screens_with_pages};
use parlour_testkit::fixtures::live_salon::{
    FRIDAY, clear_service_buffers, insert_daily_shifts, insert_friday_break, insert_holiday, insert_leave,
    insert_stylist, set_availability_mode,
};
use parlour_testkit::fixtures::small_salon::{GOA, PUNE, STYLIST, THERAPIST, small_salon_with};
use parlour_testkit::{Engine, Person, SalonOptions, TestSalon, run, test_on_both_engines};
use serde_json::{Value, json};

const MEERA: &str = "staff-meera";
const BOARD: &str = "/board?at=branch-pune&day=2027-03-05";

/// Friday morning at a live branch: the stylist works from 10 to 7, Meera from 11 to 8, the therapist not at all.
async fn friday_salon() -> TestSalon {
    let salon =
        small_salon_with(SalonOptions { at: "2027-03-05 09:30", listens: true, ..SalonOptions::default() }).await;
    clear_service_buffers(&salon).await;
    set_availability_mode(&salon, PUNE, "live").await;
    insert_stylist(&salon, MEERA, "female").await;
    insert_daily_shifts(&salon, STYLIST, "10:00", "19:00").await;
    insert_daily_shifts(&salon, MEERA, "11:00", "20:00").await;
    salon.leaves_due_jobs("these stories are about the board");
    salon
}

fn desk_browser(salon: &TestSalon, person: &Person) -> Browser {
    let mut browser = Browser::at(salon, AppKind::Admin);
    browser.sign_in_as(person);
    browser
}

/// A confirmed haircut of 45 minutes on Friday.
async fn book(desk: &Person, customer: &Person, time: &str, staff: &str) -> String {
    create_booking(desk, &friday_haircut_for(customer, time, Some(staff))).await
}

/// Where a visit is: day, start and person of its first service.
async fn place_of(desk: &Person, id: &str) -> (String, String, Value) {
    let booking = stored_booking(desk, id).await;
    let text = |name: &str| booking[name].as_str().unwrap().to_owned();
    (text("bookingDate"), text("startTime"), booking["services"][0]["staffId"].clone())
}

pub(super) async fn number_of(desk: &Person, id: &str) -> String {
    stored_booking(desk, id).await["bookingNumber"].as_str().unwrap().to_owned()
}

/// The visit on the board, for scripts.
async fn item_of(desk: &Person, id: &str) -> String {
    format!("li.at:has(> a[href$='visit={}'])", number_of(desk, id).await)
}

fn at(time: &str, staff: &str) -> (String, String, Value) {
    (FRIDAY.to_owned(), format!("{time}:00"), staff.into())
}

/// The texts of the visits in a column, in their order.
fn visits_of(page: &Page, staff: &str) -> Vec<String> {
    page.texts_of(&format!("ol[data-staff={staff}] li.at a"))
}

#[test_on_both_engines]
async fn the_first_page_depends_on_who_asks() {
    let salon = friday_salon().await;
    let mut browser = Browser::at(&salon, AppKind::Admin);
    assert_eq!(browser.visit("/").await.heading(), "Good to see you.");
    let outsider = salon.person("Outsider", Role::Customer, AppKind::Admin).await;
    browser.sign_in_as(&outsider);
    let page = browser.visit("/").await;
    assert!(page.has_text("You are signed in as Outsider, and this account is not of the team."), "{}", page.text());
    let page = browser.visit("/board").await.expect_status(403);
    assert!(page.has_text("If you have another account that may open it, sign out first."), "{}", page.text());
    let page = browser.submit_and_follow(&page.form_with_button("Sign out")).await;
    assert_eq!(page.heading(), "Good to see you.");

    browser.sign_in_as(&salon.member("Sita", Role::Staff).await);
    let home = salon.url(AppKind::Admin).parse().unwrap();
    let answer = browser.get(&home).await;
    assert_eq!(answer.redirect_target().map(|url| url.path().to_owned()).as_deref(), Some("/my"));
    assert_eq!(browser.visit("/board").await.status.as_u16(), 403);

    browser.sign_in_as(&salon.member("Meera", Role::Manager).await);
    let answer = browser.get(&home).await;
    assert_eq!(answer.redirect_target().map(|url| url.path().to_owned()).as_deref(), Some("/today"));

    browser.sign_in_as(&receptionist(&salon).await);
    let page = browser.visit("/").await.expect_status(200);
    assert_eq!(page.heading(), "Friday 5 March");
    assert_eq!(page.texts_of("nav.side a[aria-current=page]"), ["Board"]);
    assert_eq!(browser.visit("/board").await.heading(), "Friday 5 March");
}

#[test_on_both_engines]
async fn a_salon_without_branches_has_no_board() {
    let salon = TestSalon::with(SalonOptions { listens: true, ..SalonOptions::default() }).await;
    let owner = salon.member("Olga", Role::Owner).await;
    let page = desk_browser(&salon, &owner).visit("/board").await.expect_status(200);
    assert!(page.has_text("There is no branch yet."), "{}", page.text());
}

#[test_on_both_engines]
async fn a_day_shows_who_works_and_who_comes() {
    let salon = friday_salon().await;
    insert_friday_break(&salon, "10:00", "13:00", "13:45").await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = book(&desk, &asha, "11:00", STYLIST).await;
    create_booking(&salon.customer("Binu").await, &haircut_request_at(FRIDAY, "15:00")).await;
    book(&desk, &salon.customer("Chitra").await, "14:00", MEERA).await;
    let page = desk_browser(&salon, &desk).visit(BOARD).await.expect_status(200);

    assert_eq!(visits_of(&page, STYLIST), ["Asha 11:00–11:45 cut"]);
    assert_eq!(visits_of(&page, MEERA), ["Chitra 2:00–2:45 cut"]);
    assert_eq!(page.texts_of("ol.un li.at a"), ["Binu 3:00–3:45 cut"]);
    assert_eq!(page.texts_of("p.tallies span"), ["3 to come", "0 here", "0 done", "0 no-show"]);
    // From 10:00 on, in steps of five minutes.
    let of_stylist = format!("ol[data-staff={STYLIST}] li.at");
    assert_eq!(page.attributes_of(&of_stylist, "class"), ["at r12 n9"]);
    let link = format!("{BOARD}&visit={}", number_of(&desk, &id).await);
    assert_eq!(page.attributes_of(&format!("{of_stylist} a"), "href"), [link]);
    assert_eq!(page.attributes_of(&format!("{of_stylist} a"), "title"), ["Confirmed"]);
    let labels = page.attributes_of("ol.col", "aria-label");
    assert_eq!(
        labels,
        ["Unassigned, 1 visit", "staff-meera, 11 – 8 pm", "stylist, 10 – 7 pm", "therapist, Not at work"]
    );
    let away = |staff: &str| page.attributes_of(&format!("ol[data-staff={staff}] li.off"), "class");
    assert_eq!(away(MEERA), ["off r0 n12", "off r120 n12"]);
    assert_eq!(away(STYLIST), ["off r36 n9", "off r108 n24"]);
    assert_eq!(page.texts_of(&format!("ol[data-staff={STYLIST}] li.off span")), ["Break"]);
    assert_eq!(page.texts_of(&format!("ol[data-staff={THERAPIST}] li.off span")), ["Not at work"]);
    assert_eq!(page.attributes_of("day-board", "data-start"), ["600"]);
    assert_eq!(page.attributes_of("day-board", "data-now"), ["570"]);
    assert_eq!(page.attributes_of("div[data-part=board]", "data-live"), [format!("board:{PUNE}:{FRIDAY}")]);
}

#[test_on_both_engines]
async fn leave_holidays_and_missing_rosters_are_said() {
    let salon = friday_salon().await;
    insert_leave(&salon, MEERA, [FRIDAY, "2027-03-07"], "approved").await;
    insert_leave(&salon, THERAPIST, [FRIDAY, FRIDAY], "pending").await;
    let desk = receptionist(&salon).await;
    let mut browser = desk_browser(&salon, &desk);
    let page = browser.visit(BOARD).await;
    assert_eq!(page.texts_of(&format!("ol[data-staff={MEERA}] li.off span")), ["Back on Mon 8 Mar"]);
    assert_eq!(page.texts_of("a.who small"), ["On leave", "10 – 7 pm", "Leave asked"]);

    insert_holiday(&salon, PUNE, "2027-03-06").await;
    let page = browser.click_link(&page, "Day after").await;
    assert_eq!(page.heading(), "Saturday 6 March");
    assert_eq!(page.texts_of("p.banner"), ["The branch is closed on this day."]);
    assert_eq!(browser.click_link(&page, "Today").await.heading(), "Friday 5 March");

    // An open branch need not keep a roster.
    let page = browser.visit(&format!("/board?at={GOA}&day=2027-03-06")).await;
    assert_eq!(page.texts_of("p.banner"), ["Nobody is on the roster on this day."]);
    assert_eq!(page.texts_of("li.off"), Vec::<String>::new());
    assert_eq!(browser.visit("/board").await.texts_of("details.where summary .t"), ["GOA"], "it is remembered");

    update_rows(&salon, GOA, "update staff set is_active = false where branch_id = $1").await;
    let page = browser.visit(&format!("/board?at={GOA}")).await;
    assert!(page.has_text("Nobody works at this branch yet."), "{}", page.text());
}

#[test_on_both_engines]
async fn what_needs_the_desk_stands_beside_the_board() {
    let salon = friday_salon().await;
    let (desk, asha, binu) = (receptionist(&salon).await, salon.customer("Asha").await, salon.customer("Binu").await);
    let late = book(&desk, &asha, "10:30", STYLIST).await;
    let request = create_booking(&binu, &haircut_request_at("2027-03-09", "15:00")).await;
    let mut walk_in = friday_haircut_for(&salon.customer("Chitra").await, "12:00", None);
    walk_in["isWalkin"] = true.into();
    let waiting = create_booking(&desk, &walk_in).await;
    let mut browser = desk_browser(&salon, &desk);
    assert_eq!(browser.visit(BOARD).await.texts_of("#q-late"), Vec::<String>::new(), "nobody is late yet");

    salon.advance_seconds(80 * 60);
    let page = browser.visit(BOARD).await;
    let text = page.texts_of("aside.queue").join(" ");
    for part in [
        "Late 1",
        "10:30 am, stylist",
        "20 min late",
        "Requests 2",
        "Tue 9 Mar, 3:00 pm, anyone",
        "asked 1 h ago",
        "Waiting 1",
        "since 9:30 am",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }

    let page = browser.submit_and_follow(&page.form_with_button("Arrived: Asha").press("Arrived: Asha")).await;
    assert!(page.has_text("Marked as arrived."), "{}", page.text());
    assert_eq!(page.texts_of("p.tallies span")[1], "1 here");
    assert!(shown_booking(&desk, &late).await["arrivedAt"].is_string());

    let page =
        browser.submit_and_follow(&page.form_with_button("Give to staff-meera").press("Give to staff-meera")).await;
    assert_eq!(visits_of(&page, MEERA), ["Chitra 12:00–12:45 cut"]);
    assert_eq!(stored_booking(&desk, &waiting).await["status"], "confirmed");
    let approve = page.texts_of("article.ask button").remove(0);
    assert!(approve.starts_with("Approve with "), "{approve}");
    let page = browser.submit_and_follow(&page.form_with_button(&approve).press(&approve)).await;
    assert!(page.has_text("The request was approved."), "{}", page.text());
    assert_eq!(stored_booking(&desk, &request).await["status"], "confirmed");
    assert_eq!(page.texts_of("#q-requests"), Vec::<String>::new());
}

#[test_on_both_engines]
async fn an_act_that_came_too_late_is_refused_on_the_board() {
    let salon = friday_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = book(&desk, &asha, "10:00", STYLIST).await;
    salon.advance_seconds(60 * 60);
    let mut browser = desk_browser(&salon, &desk);
    let page = browser.visit(BOARD).await;
    post_booking_action(&desk, &id, "start").await.expect_ok();
    let refused = browser
        .submit_and_follow(&page.form_with_button("Arrived: Asha").press("Arrived: Asha"))
        .await
        .expect_status(409);
    assert!(refused.has_text("This visit is in progress, which does not allow that."), "{}", refused.text());
    assert_eq!(refused.texts_of("p.tallies span")[1], "1 here");
}

#[test_on_both_engines]
async fn a_visit_moves_without_scripts() {
    let salon = friday_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = book(&desk, &asha, "11:00", STYLIST).await;
    let mut browser = desk_browser(&salon, &desk);
    let page = browser.visit(&format!("{BOARD}&place={id}")).await;
    assert!(page.has_text("Move Asha Now Today, 11:00 am, stylist."), "{}", page.text());
    // The other day keeps the visit in hand.
    let page = browser.click_link(&page, "Day after").await;
    let form = page.form_with("bookingDate");
    assert_eq!((form.value("bookingDate"), form.value("startTime")), (Some("2027-03-06"), Some("11:00")));
    let form = form.with("startTime", "12:30").with("staffId", MEERA).without("tellCustomer");
    let page = browser.submit_and_follow(&form).await.expect_status(200);
    assert!(page.has_text("The visit was moved."), "{}", page.text());
    assert_eq!(page.heading(), "Saturday 6 March");
    assert_eq!(visits_of(&page, MEERA), ["Asha 12:30–1:15 cut"]);
    assert_eq!(place_of(&desk, &id).await, ("2027-03-06".to_owned(), "12:30:00".to_owned(), MEERA.into()));
    let told = "select count(*) from notifications where user_id = $1 and type = 'booking_rescheduled'";
    assert_eq!(count_rows(&salon, asha.id().as_str(), told).await, 0, "the customer was not to be told");

    let page = browser.visit(&format!("{BOARD}&place={id}")).await;
    let page = browser.submit_and_follow(&page.form_with("bookingDate").with("bookingDate", "2027-03-01")).await;
    let page = page.expect_status(422);
    assert!(page.field_error("bookingDate").is_some() || page.has_text("Day must"), "{}", page.text());
    assert_eq!(browser.visit(&format!("{BOARD}&place=nonsense")).await.status.as_u16(), 404);
}

#[test_on_both_engines]
async fn a_refused_move_says_why_and_when_else() {
    let salon = friday_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = book(&desk, &asha, "11:00", STYLIST).await;
    book(&desk, &salon.customer("Binu").await, "14:00", MEERA).await;
    let mut browser = desk_browser(&salon, &desk);
    let page = browser.visit(&format!("{BOARD}&place={id}")).await;
    let form = page.form_with("bookingDate").with("startTime", "14:15").with("staffId", MEERA);
    let page = browser.submit_and_follow(&form).await.expect_status(409);
    assert!(page.has_text("This time is taken. Please choose another."), "{}", page.text());
    let form = page.form_with("bookingDate");
    assert_eq!((form.value("startTime"), form.value("staffId")), (Some("14:15"), Some(MEERA)), "kept as typed");
    assert_eq!(place_of(&desk, &id).await, at("11:00", STYLIST), "nothing has changed");
    let nearest = page.texts_of("button[name=nearest]");
    assert!(!nearest.is_empty(), "{}", page.text());
    let page = browser.submit_and_follow(&form.press(&nearest[0])).await.expect_status(200);
    assert!(page.has_text("The visit was moved."), "{}", page.text());
    let placed = place_of(&desk, &id).await;
    assert_eq!(placed.2, MEERA);
    assert_ne!(placed.1, "14:15:00");
}

#[test_on_both_engines]
async fn a_visit_of_two_people_stands_in_both_columns() {
    let salon = friday_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = book(&desk, &asha, "11:00", STYLIST).await;
    let lines = json!([
        { "serviceId": "service-cut", "staffId": STYLIST }, { "serviceId": "service-wash", "staffId": MEERA },
    ]);
    put_lines(&desk, &id, &lines).await.expect_ok();
    let mut browser = desk_browser(&salon, &desk);
    let page = browser.visit(BOARD).await;
    assert_eq!(visits_of(&page, STYLIST), ["Asha 11:00–11:45 cut"]);
    assert_eq!(visits_of(&page, MEERA), ["Asha 11:45–12:15 wash"]);
    assert_eq!(page.attributes_of("li.at", "data-fixed").len(), 2, "nobody is replaced by accident");
    let page = browser.visit(&format!("{BOARD}&place={id}")).await;
    assert!(page.has_text("Several people do this visit."), "{}", page.text());
    // Everybody keeps theirs.
    let page = browser.submit_and_follow(&page.form_with("bookingDate").with("startTime", "15:00")).await;
    assert!(page.has_text("The visit was moved."), "{}", page.text());
    let booking = stored_booking(&desk, &id).await;
    assert_eq!(booking["startTime"], "15:00:00");
    assert_eq!(booking["services"][1]["staffId"], MEERA);
}

#[test_on_both_engines]
async fn visits_at_the_same_time_stand_side_by_side() {
    let salon = friday_salon().await;
    set_availability_mode(&salon, PUNE, "open").await;
    let desk = receptionist(&salon).await;
    for (name, time) in [("Asha", "11:00"), ("Binu", "11:30"), ("Chitra", "13:00")] {
        book(&desk, &salon.customer(name).await, time, STYLIST).await;
    }
    let page = desk_browser(&salon, &desk).visit(BOARD).await;
    let classes = page.attributes_of(&format!("ol[data-staff={STYLIST}] li.at a"), "class");
    assert_eq!(classes, ["visit confirmed md left clash", "visit confirmed md rightside clash", "visit confirmed md"]);
    let titles = page.attributes_of("a.clash", "title");
    assert_eq!(titles, vec!["Confirmed, at the same time as another visit"; 2]);
}

#[test_on_both_engines]
async fn time_is_blocked_and_given_back() {
    let salon = friday_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    book(&desk, &asha, "11:00", STYLIST).await;
    let mut browser = desk_browser(&salon, &desk);
    let page = browser.visit(BOARD).await;
    let page = browser.click_link(&page, "Block time").await;
    assert!(page.has_text("Nobody's time is blocked on this day."), "{}", page.text());
    let form = page.form_with("endTime").with("staffId", STYLIST).with("startTime", "11:30").with("endTime", "12:30");
    let form = form.with("reason", "Bank");
    let page = browser.submit_and_follow(&form).await.expect_status(409);
    assert!(page.has_text("Something is booked then. Move it first."), "{}", page.text());
    let form = page.form_with("endTime");
    assert_eq!((form.value("reason"), form.value("startTime")), (Some("Bank"), Some("11:30")));
    let page = browser.submit_and_follow(&form.with("endTime", "11:00")).await.expect_status(422);
    assert!(page.field_error("endTime").is_some(), "{}", page.text());

    let form = page.form_with("endTime").with("startTime", "15:00").with("endTime", "16:00");
    let page = browser.submit_and_follow(&form).await.expect_status(200);
    assert!(page.has_text("The time is blocked."), "{}", page.text());
    assert_eq!(page.texts_of(&format!("ol[data-staff={STYLIST}] li.off a")), ["Bank"]);
    // Sent again, as by a second tap or going back, the form makes no second one.
    let blocks = "select count(*) from staff_blocks where staff_id = $1";
    assert_eq!(browser.submit(&form).await.status, 303);
    let changed = form.clone().with("startTime", "17:00").with("endTime", "18:00");
    assert_eq!(browser.submit(&changed).await.status, 422);
    assert_eq!(count_rows(&salon, STYLIST, blocks).await, 1);
    let page = browser.click_link(&page, "Bank").await;
    assert!(page.has_text("stylist 3:00 pm – 4:00 pm, Bank"), "{}", page.text());
    let page = browser.submit_and_follow(&page.form_with_button("Give 3:00 pm – 4:00 pm back to stylist")).await;
    assert!(page.has_text("The time can be booked again."), "{}", page.text());
    assert_eq!(count_rows(&salon, STYLIST, blocks).await, 0);
}

#[test_on_both_engines]
async fn parts_are_answered_on_their_own() {
    let salon = friday_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = book(&desk, &asha, "11:00", STYLIST).await;
    for (part, start) in [
        ("board", "<div class=\"board\""),
        ("queue", "<aside class=\"queue\""),
        ("tallies", "<p class=\"tallies grow\""),
    ] {
        let reply = desk.get(&format!("{BOARD}&part={part}")).await;
        let html = String::from_utf8(reply.bytes.clone()).unwrap();
        assert!(html.trim_start().starts_with(start), "{part}: {html}");
        assert!(!html.contains("<html"), "{part}: {html}");
    }
    let reply = desk.get(&format!("{BOARD}&visit={id}&part=sheet")).await;
    let html = String::from_utf8(reply.bytes.clone()).unwrap();
    assert!(html.trim_start().starts_with("<aside class=\"sheet\""), "{html}");
    assert!(!html.contains("<html"), "{html}");
    let page = desk_browser(&salon, &desk).visit(&format!("{BOARD}&visit={id}")).await;
    assert_eq!(page.texts_of("a.picked b"), ["Asha"]);
    assert_eq!(page.attributes_of("main", "class"), ["boardwrap open"]);
}

#[test_on_both_engines]
async fn a_request_on_the_board_knows_who_could_do_it() {
    let salon = friday_salon().await;
    set_availability_mode(&salon, PUNE, "open").await;
    let desk = receptionist(&salon).await;
    create_booking(&salon.customer("Asha").await, &haircut_request_at(FRIDAY, "15:00")).await;
    create_booking(&salon.customer("Binu").await, &haircut_request_at(FRIDAY, "20:15")).await;
    let mut browser = desk_browser(&salon, &desk);
    let page = browser.visit(BOARD).await;
    let approvers = |page: &Page| page.attributes_of("li.at", "data-with");
    assert_eq!(approvers(&page), [MEERA], "nobody works in the evening");
    // Meanwhile she is booked: the next one is named.
    book(&desk, &salon.customer("Chitra").await, "15:00", MEERA).await;
    assert_eq!(approvers(&browser.visit(BOARD).await), [STYLIST]);
}

#[test_on_both_engines]
async fn the_visits_of_everyone_stand_in_one_list() {
    let salon = friday_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let mut browser = desk_browser(&salon, &desk);
    let page = browser.visit(BOARD).await;
    let page = browser.click_link(&page, "Everyone").await;
    assert!(page.has_text("Nobody comes on this day yet."), "{}", page.text());
    let started = book(&desk, &asha, "10:00", STYLIST).await;
    book(&desk, &salon.customer("Binu").await, "11:00", MEERA).await;
    book(&desk, &salon.customer("Chitra").await, "12:00", STYLIST).await;
    create_booking(&salon.customer("Deepa").await, &haircut_request_at(FRIDAY, "15:00")).await;
    salon.advance_seconds(105 * 60);
    post_booking_action(&desk, &started, "start").await.expect_ok();

    let page = browser.visit(&format!("{BOARD}&view=list")).await.expect_status(200);
    assert_eq!(page.texts_of("section.card h2.vh"), ["Now", "To come"]);
    let texts = page.texts_of(".agenda li");
    assert_eq!(texts.len(), 4, "{texts:?}");
    assert!(texts[0].starts_with("10:0010:45") && texts[0].contains("Asha") && texts[0].contains("cut, stylist"));
    assert!(texts[1].contains("Binu") && texts[1].contains("15 min late, cut, staff-meera"), "{texts:?}");
    assert!(texts[3].contains("Deepa") && texts[3].contains("cut, Unassigned"), "{texts:?}");
    assert_eq!(page.attributes_of(".agenda a.btn.main", "href"), [format!("/bookings/{started}/checkout")]);
    // Who is done is ready to pay, still among those who are here.
    let kiran = salon.member("Kiran", Role::Staff).await;
    let of_stylist = "update staff set user_id = $1 where id = 'staff-stylist-branch-pune'";
    update_rows(&salon, kiran.id().as_str(), of_stylist).await;
    act_on_own_visit(&kiran, &started, "finished").await.expect_ok();
    let page = browser.visit(&format!("{BOARD}&view=list")).await;
    assert_eq!(page.texts_of("section.card h2.vh"), ["Now", "To come"]);
    assert!(page.texts_of(".agenda li")[0].contains("Ready to pay, cut, stylist"), "{}", page.text());
    assert_eq!(page.attributes_of(".agenda a.btn.main", "href"), [format!("/bookings/{started}/checkout")]);
    let board = browser.visit(BOARD).await;
    assert_eq!(board.texts_of("a.visit.progress.ready b"), ["Asha"]);
    let sheet = browser.visit(&page.attributes_of(".agenda a.go", "href")[0]).await;
    for text in ["Ready to pay 11:15 am", "Finished by Kiran", "Checkout"] {
        assert!(sheet.has_text(text), "{text} in {}", sheet.text());
    }
    let all = browser.visit("/bookings?at=all&status=in_progress").await;
    assert_eq!(all.texts_of(".status.progress.ready"), ["Ready to pay"]);
    // The sheet closes to the list, and other days are lists as well.
    let sheet = browser.visit(&page.attributes_of(".agenda a.go", "href")[0]).await;
    assert_eq!(sheet.attributes_of("a[data-close]", "href"), [format!("{BOARD}&view=list")]);
    let page = browser.click_link(&page, "Day after").await;
    assert!(page.has_text("Nobody comes on this day yet.") && page.has_text("Saturday 6 March"), "{}", page.text());
    let back = browser.click_link(&page, "stylist").await;
    assert!(!back.texts_of("ol.col").is_empty(), "{}", back.text());
}

/// Presses, drags and releases the mouse, from the middle of one element to a place in another.
async fn drag(visitor: &Visitor, from: &str, to: &str, rows: u32) {
    let script = "
        const box = document.querySelector(arguments[0]).getBoundingClientRect();
        const to = document.querySelector(arguments[1]).getBoundingClientRect();
        return [box.left + box.width / 2, box.top + 8, to.left + to.width / 2, to.top + arguments[2] * 6 + 8];";
    let places = visitor.execute(script, &[json!(from), json!(to), json!(rows)]).await;
    let place = |index: usize| places[index].as_f64().unwrap();
    let mouse = |kind: &str, x: f64, y: f64| json!({ "type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1 });
    let command = "Input.dispatchMouseEvent";
    visitor.cdp(command, &mouse("mouseMoved", place(0), place(1))).await;
    visitor.cdp(command, &mouse("mousePressed", place(0), place(1))).await;
    for step in 1..=8 {
        let part = f64::from(step) / 8.0;
        let (x, y) = (place(0) + (place(2) - place(0)) * part, place(1) + (place(3) - place(1)) * part);
        visitor.cdp(command, &mouse("mouseMoved", x, y)).await;
    }
    visitor.cdp(command, &mouse("mouseReleased", place(2), place(3))).await;
}

async fn desk_visitor(salon: &TestSalon, desk: &Person, options: ChromiumOptions) -> Visitor {
    let visitor = Visitor::start(salon, AppKind::Admin, options).await;
    visitor.sign_in_as(desk).await;
    visitor
}

#[test]
fn a_visit_moves_by_keys_and_by_mouse() {
    run(Engine::Sqlite, async || {
        let salon = friday_salon().await;
        let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
        let id = book(&desk, &asha, "12:00", STYLIST).await;
        let visitor = desk_visitor(&salon, &desk, ChromiumOptions::desktop()).await;
        visitor.open(BOARD).await;
        visitor.execute("document.querySelector('li.at a').focus()", &[]).await;
        visitor.press("m").await;
        visitor.wait_for(".placing .ghost").await;
        visitor.wait_until_gone("form[data-place]:not([hidden])").await;
        for key in ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowLeft"] {
            visitor.press(key).await;
        }
        visitor.wait_for("form[data-place]:not([hidden])").await;
        visitor.check_page().await;
        let said = visitor.texts_of("form[data-place] p").await;
        assert_eq!(said, ["Asha from 12:00 pm, stylist to 12:15 pm, staff-meera"]);
        visitor.assert_focus_visible().await;
        visitor.press("Enter").await;
        visitor.wait_for_text("The visit was moved.").await;
        assert_eq!(place_of(&desk, &id).await, at("12:15", MEERA));

        let item = item_of(&desk, &id).await;
        let (here, there) = (format!("{item} a"), format!("#s-{STYLIST}"));
        drag(&visitor, &here, &there, 36).await;
        visitor.wait_for("form[data-place]:not([hidden])").await;
        let said = visitor.texts_of("form[data-place] p").await;
        assert_eq!(said, ["Asha from 12:15 pm, staff-meera to 1:00 pm, stylist"]);
        visitor.press("Escape").await;
        visitor.wait_until_gone("form[data-place]:not([hidden])").await;
        assert_eq!(place_of(&desk, &id).await, at("12:15", MEERA), "it was left where it was");
        drag(&visitor, &here, &there, 36).await;
        visitor.untick("tellCustomer", "true").await;
        visitor.press_button("Move").await;
        visitor.wait_for(&format!("#s-{STYLIST} {item}")).await;
        assert_eq!(place_of(&desk, &id).await, at("13:00", STYLIST));
        let moved = "select count(*) from notifications where user_id = $1 and type = 'booking_rescheduled'";
        assert!(count_rows(&salon, asha.id().as_str(), moved).await <= 1, "told of the first move only");
    });
}

#[test]
fn a_drag_onto_taken_time_is_refused_with_free_times() {
    run(Engine::Sqlite, async || {
        let salon = friday_salon().await;
        let desk = receptionist(&salon).await;
        let id = book(&desk, &salon.customer("Asha").await, "12:00", STYLIST).await;
        book(&desk, &salon.customer("Binu").await, "13:00", MEERA).await;
        let visitor = desk_visitor(&salon, &desk, ChromiumOptions::desktop()).await;
        visitor.ignore_console(|message| message.contains("409"));
        visitor.open(BOARD).await;
        drag(&visitor, &format!("{} a", item_of(&desk, &id).await), &format!("#s-{MEERA}"), 38).await;
        visitor.wait_for_text("staff-meera has another visit then.").await;
        visitor.press_button("Move").await;
        visitor.wait_for_text("This time is taken.").await;
        assert_eq!(place_of(&desk, &id).await, at("12:00", STYLIST));
        visitor.click("button[name=nearest]").await;
        visitor.wait_for_text("The visit was moved.").await;
        assert_eq!(place_of(&desk, &id).await.2, MEERA);
    });
}

#[test]
fn changes_of_others_appear_and_take_nothing_away() {
    run(Engine::Sqlite, async || {
        let salon = friday_salon().await;
        let desk = receptionist(&salon).await;
        let id = book(&desk, &salon.customer("Asha").await, "12:00", STYLIST).await;
        let other = book(&desk, &salon.customer("Binu").await, "11:00", MEERA).await;
        let visitor = desk_visitor(&salon, &desk, ChromiumOptions::desktop().with_motion()).await;
        visitor.open(BOARD).await;
        create_booking(&salon.customer("Chitra").await, &haircut_request_at(FRIDAY, "18:00")).await;
        visitor.wait_for_text("Chitra").await;
        visitor
            .wait_until("it is counted", "return document.querySelector('.tallies').textContent.includes('3 to come')")
            .await;

        // Somebody is in the middle of a move while others change the day twenty times.
        let (item, other_item) = (item_of(&desk, &id).await, item_of(&desk, &other).await);
        visitor.execute("document.querySelector(`${arguments[0]} a`).focus()", &[json!(item)]).await;
        for key in ["m", "ArrowDown", "ArrowDown"] {
            visitor.press(key).await;
        }
        visitor.untick("tellCustomer", "true").await;
        for step in 0..20 {
            let time = format!("{}:{:02}", 14 + step / 12, step % 12 * 5);
            place_booking(&desk, &other, &json!({ "bookingDate": FRIDAY, "startTime": time, "staffId": MEERA }))
                .await
                .expect_ok();
            let row = (14 + step / 12 - 10) * 12 + step % 12;
            let shown = format!("return !!document.querySelector(\"{other_item}.r{row}\")");
            visitor.wait_until("the change is shown", &shown).await;
            let said = visitor.texts_of("form[data-place] p").await;
            assert_eq!(said, ["Asha from 12:00 pm, stylist to 12:10 pm, stylist"], "after {step} changes");
        }
        assert_eq!(
            visitor.execute("return document.querySelector('form[data-place] [type=checkbox]').checked", &[]).await,
            false
        );
        visitor.press_button("Move").await;
        visitor.wait_for_text("The visit was moved.").await;
        assert_eq!(place_of(&desk, &id).await, at("12:10", STYLIST));
    });
}

#[test]
fn a_visit_opens_beside_the_board() {
    run(Engine::Sqlite, async || {
        let salon = friday_salon().await;
        let desk = receptionist(&salon).await;
        let id = book(&desk, &salon.customer("Asha").await, "12:00", STYLIST).await;
        let visitor = desk_visitor(&salon, &desk, ChromiumOptions::desktop()).await;
        visitor.open(BOARD).await;
        visitor.click(&format!("{} a", item_of(&desk, &id).await)).await;
        visitor.wait_for(".boardwrap.open aside.sheet").await;
        assert!(visitor.url().await.ends_with(&format!("{BOARD}&visit={}", number_of(&desk, &id).await)));
        // What is opened at the lower edge is in view, above the foot.
        visitor.click("aside.sheet details:has(form[action$='/noshow']) > summary").await;
        let in_view = "const [button, foot] = ['form[action$=\"/noshow\"] button', '.sf'].map(found =>
            document.querySelector(`aside.sheet ${found}`).getBoundingClientRect());
            return button.height > 0 && button.bottom <= foot.top + 1";
        visitor.wait_until("the question is in view", in_view).await;
        // The foot takes a free time that was chosen.
        visitor.click("aside.sheet #move > summary").await;
        visitor.click("aside.sheet #move .slot:has([value='14:00'])").await;
        visitor.click("aside.sheet .sf .moves").await;
        visitor.wait_for_text("The visit was moved.").await;
        assert_eq!(place_of(&desk, &id).await, at("14:00", STYLIST));
        visitor.open(&format!("{BOARD}&visit={}", number_of(&desk, &id).await)).await;
        visitor.wait_for(".boardwrap.open aside.sheet").await;
        visitor.press("Escape").await;
        visitor.wait_until_gone(".boardwrap.open").await;
        // What is under the pointer can be dealt with at once.
        let place = visitor.execute("const box = document.querySelector('li.at a').getBoundingClientRect(); return [box.left + 20, box.top + 10]", &[]).await;
        let mouse = json!({ "type": "mouseMoved", "x": place[0], "y": place[1] });
        visitor.cdp("Input.dispatchMouseEvent", &mouse).await;
        visitor.wait_for("li.at form.quick").await;
        visitor.check_page().await;
        visitor.press_button("Arrived").await;
        visitor.wait_for_text("Marked as arrived.").await;
        assert!(shown_booking(&desk, &id).await["arrivedAt"].is_string());
        // Empty time leads to a new booking.
        visitor.press("]").await;
        visitor.wait_for_text("Saturday 6 March").await;
        visitor.press("t").await;
        visitor.wait_for_text("Friday 5 March").await;
        visitor.press("2").await;
        visitor.wait_until("the other branch is shown", "return location.search.includes('branch-goa')").await;
    });
}

#[test]
fn a_request_is_approved_on_the_board() {
    run(Engine::Sqlite, async || {
        let salon = friday_salon().await;
        let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
        let id = create_booking(&asha, &haircut_request_at(FRIDAY, "15:00")).await;
        let visitor = desk_visitor(&salon, &desk, ChromiumOptions::desktop()).await;
        visitor.open(BOARD).await;
        visitor.execute("document.querySelector('li.at a').focus()", &[]).await;
        visitor.wait_for("li.at form.quick:not([hidden])").await;
        let shown = visitor.texts_of("form.quick [data-for]:not([hidden])").await;
        assert_eq!(shown, ["Approve with staff-meera"]);
        visitor.tab_to("Approve with staff-meera").await;
        visitor.press("Enter").await;
        visitor.wait_for_text("The request was approved.").await;
        // Whose time is held for it.
        assert_eq!(place_of(&desk, &id).await, at("15:00", MEERA));
        assert_eq!(stored_booking(&desk, &id).await["status"], "confirmed");
    });
}

#[test]
fn a_board_is_without_fault_on_all_screens() {
    run(Engine::Sqlite, async || {
        let salon = friday_salon().await;
        insert_friday_break(&salon, "10:00", "13:00", "13:45").await;
        let desk = receptionist(&salon).await;
        let names = ["Ananya Kulkarni", "Kabir Anand", "Deepa Menon", "Farida Shaikh", "Ritu Kapoor"];
        let mut ids = Vec::new();
        for (name, time, staff) in [
            (names[0], "10:00", STYLIST),
            (names[1], "12:00", STYLIST),
            (names[2], "11:00", MEERA),
            (names[3], "14:30", MEERA),
            (names[4], "16:00", STYLIST),
        ] {
            ids.push(book(&desk, &salon.customer(&name.replace(' ', "-")).await, time, staff).await);
        }
        create_booking(&salon.customer("Neha").await, &haircut_request_at(FRIDAY, "17:00")).await;
        salon.advance_seconds(2 * 3600);
        for (id, act) in [(0, "start"), (2, "arrive")] {
            post_booking_action(&desk, &ids[id], act).await.expect_ok();
        }
        salon.advance_seconds(3600);
        let screens = [
            ChromiumOptions::desktop(),
            ChromiumOptions::desktop().dark(),
            ChromiumOptions::desktop().width(820),
            ChromiumOptions::phone(),
        ];
        let paths = [
            BOARD.to_owned(),
            format!("{BOARD}&view=list"),
            format!("{BOARD}&place={}", ids[1]),
            "/board/blocks?at=branch-pune&day=2027-03-05".to_owned(),
        ];
        for (options, paths) in screens_with_pages(&screens, &paths) {
            let visitor = desk_visitor(&salon, &desk, options).await;
            for path in paths {
                visitor.open(path).await;
            }
        }
    });
}
