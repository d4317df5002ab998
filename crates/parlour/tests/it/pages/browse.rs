//! What everybody can see: the first page, services, offers, the call-back form, and what search engines read.

use std::time::Duration;

use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_domain::ids::{BranchId, HolidayId};
use parlour_domain::ist::parse_date;
use parlour_store::branches::holidays::{self, HolidayRow};
use parlour_testkit::actions::bookings::{approve_booking, create_booking, haircut_request, haircut_request_at};
use parlour_testkit::actions::checkout::{cash_payment, complete_booking};
use parlour_testkit::actions::gems::{adjust_gems, make_service_redeemable};
use parlour_testkit::actions::memberships::{create_membership, ten_hour_sale};
use parlour_testkit::actions::offers::insert_offer;
use parlour_testkit::actions::people::{manager, receptionist};
use parlour_testkit::actions::visits::offer_time;
use parlour_testkit::browser::Browser;
use parlour_testkit::checks::database::{count_rows, update_rows};
use parlour_testkit::chromium::{ChromiumOptions, Visitor};
use parlour_testkit::fixtures::small_salon::{PUNE, STYLIST, small_salon_with};
use parlour_testkit::fixtures::spa_salon::insert_membership_tiers;
use parlour_testkit::{Engine, Person, SalonOptions, TestSalon, run, test_on_both_engines};
use serde_json::{Value, json};

/// The small salon, listening for browsers.
async fn listening_salon() -> TestSalon {
    small_salon_with(SalonOptions { listens: true, ..SalonOptions::default() }).await
}

/// Whoever keeps a picture learns who looks at it.
#[test_on_both_engines]
async fn pages_show_no_picture_that_is_stored_elsewhere() {
    let salon = listening_salon().await;
    let boss = manager(&salon).await;
    let base = salon.url(AppKind::Customer);
    let own = format!("/media/{}.jpg", "0".repeat(64));
    let mut browser = Browser::at(&salon, AppKind::Customer);
    for (url, shown) in [
        (format!("{base}{own}"), vec![own.clone()]),
        (format!("https://pictures.elsewhere.in{own}"), vec![]),
        ("https://pictures.elsewhere.in/cut.jpg".to_owned(), vec![]),
        (format!("{base}/me"), vec![]),
    ] {
        let changed = boss.patch("/api/services/service-cut", &json!({ "imageUrl": url })).await.expect_ok();
        assert_eq!(changed["service"]["imageUrl"], url.as_str(), "the API keeps it");
        let page = browser.visit("/services/cut").await.expect_status(200);
        assert_eq!(page.attributes_of("img.photo", "src"), shown, "{url}");
        let reply = salon.visitor().with_header("accept", "text/html").get("/services/cut").await;
        assert_eq!(reply.text().contains("og:image"), !shown.is_empty(), "{url}");
        let policy = reply.header("content-security-policy").unwrap();
        assert!(policy.split("; ").any(|rule| rule == "img-src 'self' data:"), "{policy}");
    }
}

#[test_on_both_engines]
async fn the_first_page_shows_services_offers_and_branches() {
    let salon = TestSalon::for_browsers().await;
    let mut browser = Browser::at(&salon, AppKind::Customer);
    let page = browser.visit("/").await.expect_status(200);
    assert_eq!(page.heading(), "The hour that belongs to you");
    assert!(page.texts_of("a.cat h3").contains(&"Haircuts & Styling".to_owned()));
    assert!(!page.has_text("Nail Art Studio"), "a paused category is not shown");
    assert!(page.has_text("Fringe Trim"), "a tile names services");
    assert!(page.has_text("from ₹250"));
    let offers = page.texts_of("a.offer");
    assert_eq!(offers.len(), 3);
    assert!(offers[0].contains("20%") && offers[0].contains("Glow Month"), "{offers:?}");
    assert_eq!(page.texts_of("li.branch h3"), ["Parlour Jayanagar", "Parlour Indiranagar"]);
    // Monday, 10:00.
    assert_eq!(page.texts_of("li.branch span.live"), ["Open until 9 pm", "Open until 9 pm"]);
    assert_eq!(page.link_named("Call Parlour Jayanagar").url.as_str(), "tel:+919000010001");
    let directions = page.link_named("Directions to Parlour Jayanagar").url;
    assert!(directions.as_str().contains("Jayanagar"), "{directions}");

    let canonical = page.attributes_of("link[rel=canonical]", "href");
    assert_eq!(canonical, [format!("{}/", salon.url(AppKind::Customer))]);
    let data: Value = serde_json::from_str(&json_ld(&page.body)).expect("JSON-LD is JSON");
    assert_eq!(data["@graph"][0]["@type"], "HairSalon");
    assert_eq!(data["@graph"][0]["telephone"], "+919000010001");
    assert_eq!(data["@graph"][0]["openingHoursSpecification"].as_array().map(Vec::len), Some(7));
    let prices = data["@graph"][0]["hasOfferCatalog"]["itemListElement"].as_array().expect("services");
    assert_eq!((prices.len(), &prices[0]["price"]), (58, &"950.00".into()));
    assert_eq!(data["@graph"][0]["makesOffer"].as_array().map(Vec::len), Some(3));

    let page = browser.click_link(&page, "Book at Parlour Indiranagar").await;
    assert_eq!(page.path(), "/book");
    let form = page.form_with("s");
    let (branch, _) = form.options("at").into_iter().find(|(_, text)| text.contains("Indiranagar")).expect("a branch");
    assert_eq!(form.value("at"), Some(branch.as_str()));
}

fn json_ld(html: &str) -> String {
    let start = html.find("application/ld+json\">").expect("JSON-LD") + "application/ld+json\">".len();
    html[start..].split("</script>").next().expect("its end").to_owned()
}

#[test_on_both_engines]
async fn public_pages_come_from_memory_and_follow_changes() {
    let salon = listening_salon().await;
    let visitor = salon.visitor().with_header("accept", "text/html").with_header("accept-encoding", "br");
    for path in ["/", "/book"] {
        let first = visitor.get(path).await;
        assert_eq!(first.header("content-encoding"), Some("br"), "{path}");
        assert_eq!(first.header("cache-control"), Some("no-cache"), "{path}");
        let etag = first.header("etag").expect("an ETag").to_owned();
        let again = salon.visitor().with_header("accept", "text/html").with_header("if-none-match", &etag);
        assert_eq!(again.get(path).await.status.as_u16(), 304, "{path}");
    }
    let mut browser = Browser::at(&salon, AppKind::Customer);
    let opening = async |browser: &mut Browser| browser.visit("/").await.texts_of("span.live").remove(0);
    // A holiday is no change of a branch: the page in memory stays for its minute. SQLite notices the rows of the
    // fixture a moment late, so the first rounds may find that the page has to be made again.
    let mut comes_from_memory = false;
    for _ in 0..50 {
        assert_eq!(opening(&mut browser).await, "Open until 9 pm");
        set_holiday(&salon, true).await;
        comes_from_memory = opening(&mut browser).await == "Open until 9 pm";
        salon.advance_seconds(61);
        assert_eq!(opening(&mut browser).await, "Closed today, Holi. Opens tomorrow at 10 am");
        set_holiday(&salon, false).await;
        salon.advance_seconds(61);
        if comes_from_memory {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert!(comes_from_memory);

    // A change through the app is seen at once.
    assert!(!browser.visit("/book").await.has_text("beard"));
    parlour_testkit::fixtures::small_salon::add_service(&salon, "beard", 20, 25_000).await;
    assert!(browser.visit("/book").await.has_text("beard"));

    // A signed-in visitor never gets, nor leaves, a page in memory.
    let asha = salon.customer("Asha").await;
    browser.sign_in_as(&asha);
    let page = browser.visit("/").await;
    assert_eq!(page.headers["cache-control"], "no-store");
    assert!(page.has_text("Good morning, Asha"), "{}", page.text());
    browser.sign_out();
    assert!(!browser.visit("/").await.has_text("Asha"));
}

/// Enters or removes today's holiday in Pune.
async fn set_holiday(salon: &TestSalon, is_holiday: bool) {
    let holiday = HolidayRow {
        id: HolidayId::new("holi"),
        branch_id: BranchId::new(PUNE),
        date: parse_date("2027-03-01").expect("a date"),
        name: "Holi".to_owned(),
        created_at: salon.now(),
    };
    let change = salon.app.db.write(move |tx| {
        if is_holiday { holidays::insert(tx, &holiday).map(drop) } else { holidays::delete(tx, &holiday.id).map(drop) }
    });
    change.await.expect("the holiday is changed");
}

#[test_on_both_engines]
async fn services_are_chosen_without_scripts() {
    let salon = listening_salon().await;
    let mut browser = Browser::at(&salon, AppKind::Customer);
    let page = browser.visit("/book?utm_source=insta&leadId=l1").await;
    assert_eq!(page.heading(), "What would you like?");
    let form = page.form_with("s");
    assert_eq!(form.options("at").len(), 2);
    assert_eq!((form.value("utm_source"), form.value("leadId")), (Some("insta"), Some("l1")));
    assert!(!page.has_text("perm") && !page.has_text("henna"), "only what is offered");

    // Searching keeps what is ticked.
    let search = form.with_all("s", &["cut", "wash"]).with("q", "col").press("Search services");
    let page = browser.submit_and_follow(&search).await;
    assert_eq!(page.path(), "/book");
    assert_eq!(page.texts_of("section h2"), ["Chosen so far", "hair", "Your visit"]);
    assert_eq!(page.texts_of("span.nm"), ["cut", "wash", "colour"]);
    assert_eq!(page.texts_of("p.sum b"), ["₹1,500"]);
    assert!(page.has_text("2 services · 1 h 15 min"), "{}", page.text());
    assert_eq!(page.form_with("s").value("utm_source"), Some("insta"));

    // Spa services cannot be added to a salon visit.
    let spa = page.form_with("s").with("q", "").press("Spa");
    let page = browser.submit_and_follow(&spa).await;
    assert!(page.has_text("Spa visits are booked on their own."));
    assert_eq!(page.attributes_of("input[name=s][disabled]", "value"), ["massage", "steam"]);
    assert_eq!(page.form_with("s").values("s"), ["cut", "wash"]);

    let next = browser.submit(&page.form_with("s").press("Choose a time")).await;
    assert_eq!(next.path(), "/book/time");
    let query = next.url.query().unwrap_or_default();
    assert!(query.contains(&format!("at={PUNE}")) && query.contains("s=cut&s=wash"), "{query}");
    assert!(query.contains("utm_source=insta") && query.contains("leadId=l1"), "{query}");
}

#[test_on_both_engines]
async fn the_services_page_says_what_is_wrong_with_a_link() {
    let salon = listening_salon().await;
    let mut browser = Browser::at(&salon, AppKind::Customer);
    let page = browser.visit("/book?s=cut&s=perm&s=nothing&s=cut").await;
    assert!(page.has_text("2 services of your link are not offered any more"), "{}", page.text());
    assert_eq!(page.form_with("s").values("s"), ["cut"]);

    let many = (0..21).map(|number| format!("&s=small-{number:02}")).collect::<Vec<_>>().concat();
    let page = browser.visit(&format!("/book?{}", &many[1..])).await;
    assert!(page.has_text("A visit can have at most 20 services."));
    let page = browser.visit(&format!("/book?{}", &many[1..many.len() - "&s=small-20".len()])).await;
    assert!(!page.has_text("A visit can have at most 20 services."));

    let page = browser.visit("/book?q=zzz").await;
    assert!(page.has_text("Nothing by that name."));
    let page = browser.click_link(&page, "Show all services").await;
    assert!(page.has_text("massage"));
}

#[test_on_both_engines]
async fn a_service_has_a_page_to_share() {
    let salon = TestSalon::for_browsers().await;
    let mut browser = Browser::at(&salon, AppKind::Customer);
    let page = browser.visit("/services/global-hair-colour").await.expect_status(200);
    assert_eq!(page.heading(), "Global Hair Colour");
    assert!(page.has_text("₹4,200 GST included · 2 h"), "{}", page.text());
    assert_eq!(page.texts_of("a.offer b"), ["₹500 off Hair Colour"]);
    assert!(page.texts_of("ul.rows h3").contains(&"Balayage".to_owned()), "similar ones");
    assert!(page.body.contains("<meta property=\"og:title\" content=\"Global Hair Colour\">"));
    let data: Value = serde_json::from_str(&json_ld(&page.body)).expect("JSON-LD is JSON");
    assert_eq!((&data["price"], &data["priceCurrency"]), (&"4200.00".into(), &"INR".into()));

    let page = browser.click_link(&page, "Add to visit").await;
    assert_eq!(page.path(), "/book");
    assert_eq!(page.form_with("s").values("s"), ["global-hair-colour"]);

    let page = browser.visit("/services/hair-rebonding").await.expect_status(200);
    assert!(page.has_text("This service is not offered at the moment."));
    assert_eq!(page.attributes_of("meta[name=robots]", "content"), ["noindex"]);
    let page = browser.visit("/services/nothing").await.expect_status(404);
    assert_eq!(page.heading(), "This page is not here");
}

#[test_on_both_engines]
async fn an_offer_leads_to_a_booking_or_a_call() {
    let salon = listening_salon().await;
    insert_offer(&salon, "summer", "percentage", 20, &["service-cut", "service-perm", "service-wash"]).await;
    insert_offer(&salon, "winter", "flat", 10_000, &["service-cut"]).await;
    update_rows(&salon, "winter", "update offers set end_date = '2027-02-28' where id = $1").await;
    let mut browser = Browser::at(&salon, AppKind::Customer);
    let page = browser.visit("/offers/summer?utm_source=insta").await.expect_status(200);
    assert!(page.has_text("20%") && page.has_text("till Fri 30 Apr"), "{}", page.text());
    assert_eq!(page.texts_of("ul.rows h3"), ["cut", "wash"], "a service that is not offered is left out");

    let booking = browser.click_link(&page, "Book with this offer").await;
    let form = booking.form_with("s");
    assert!(form.values("s").is_empty(), "the customer chooses");
    assert_eq!((form.value("offer"), form.value("utm_source")), (Some("summer"), Some("insta")));
    assert_eq!(booking.texts_of("h2")[0], "With summer");
    assert!(booking.has_text("20% off, till Fri 30 Apr. Choose what you would like of these"), "{}", booking.text());
    let slugs = form.options("s").into_iter().map(|(slug, _)| slug).collect::<Vec<_>>();
    assert_eq!(slugs[..2], ["cut".to_owned(), "wash".to_owned()], "its services stand first");
    assert_eq!(slugs.iter().filter(|slug| *slug == "cut").count(), 1, "and once");
    let call = browser
        .open(
            page.links()
                .iter()
                .find(|link| link.url.query().is_some_and(|query| query.starts_with("service=")))
                .expect("a link")
                .url
                .as_str(),
        )
        .await;
    assert_eq!(call.path(), "/call-me");
    let form = call.form_with("phone");
    assert_eq!((form.value("service"), form.value("utmSource")), (Some("cut"), Some("insta")));

    let page = browser.visit("/offers/winter").await.expect_status(410);
    assert_eq!(page.heading(), "This offer has ended");
    let _ = browser.visit("/offers/nothing").await.expect_status(404);
}

#[test_on_both_engines]
async fn an_offer_without_a_choice_is_ticked() {
    let salon = listening_salon().await;
    insert_offer(&salon, "one", "percentage", 20, &["service-cut"]).await;
    insert_offer(&salon, "together", "combo_price", 100_000, &["service-cut", "service-wash"]).await;
    let mut browser = Browser::at(&salon, AppKind::Customer);
    for (offer, ticked) in [("one", vec!["cut"]), ("together", vec!["cut", "wash"])] {
        let page = browser.visit(&format!("/offers/{offer}")).await;
        let page = browser.click_link(&page, "Book with this offer").await;
        assert_eq!(page.form_with("s").values("s"), ticked, "{offer}");
    }
    assert!(
        browser.visit("/book?offer=together").await.has_text("All of these together cost ₹1,000, till Fri 30 Apr.")
    );
    // A search narrows the services of the offer as well, and keeps it.
    let page = browser.visit("/book?offer=together&q=wash").await;
    assert_eq!(page.form_with("s").value("offer"), Some("together"));
    assert!(page.form_with("s").options("s").iter().all(|(slug, _)| slug != "cut"));
    let page = browser.visit("/book?offer=last-year&s=cut").await;
    assert!(page.has_text("This offer has ended. You can book its services at their usual price."), "{}", page.text());
    assert_eq!(page.form_with("s").value("offer"), None);
}

#[test_on_both_engines]
async fn a_visitor_asks_for_a_call() {
    let salon = listening_salon().await;
    let mut browser = Browser::at(&salon, AppKind::Customer);
    let long = "x".repeat(130);
    let page = browser.visit(&format!("/call-me?service=cut&utm_source=insta&utm_campaign={long}")).await;
    assert_eq!(page.heading(), "Call me back");
    let form = page.form_with("phone").with("name", "Asha Rao").with("phone", "12");
    let page = browser.submit(&form).await.expect_status(422);
    assert!(page.texts_of("div.errors")[0].contains("Mobile number"), "{}", page.text());
    assert!(page.field_error("phone").is_some_and(|error| error.contains("Mobile number")));
    assert_eq!(page.field_error("name"), None);
    let form = page.form_with("phone");
    assert_eq!(
        (form.value("name"), form.value("phone"), form.value("service")),
        (Some("Asha Rao"), Some("12"), Some("cut"))
    );

    let form = form.with("phone", "98765 43210");
    for _ in 0..2 {
        let answer = browser.submit(&form).await.expect_status(303);
        assert_eq!(answer.redirect_target().expect("a page").path(), "/call-me");
    }
    let page = browser.submit_and_follow(&form).await;
    assert_eq!(page.heading(), "Thank you, we call within the hour.");
    let count = "select count(*) from leads where name = $1 and service_interested_id = 'service-cut'
         and utm_source = 'insta' and length(utm_campaign) = 120 and source = 'meta_ad'";
    assert_eq!(count_rows(&salon, "Asha Rao", count).await, 1, "a second tap is harmless");

    // Somebody else without an advertisement.
    let page = browser.visit("/call-me").await;
    let form = page.form_with("phone").with("name", "Tara").with("phone", "+91 98765 43211");
    let _ = browser.submit(&form).await.expect_status(303);
    assert_eq!(
        count_rows(&salon, "Tara", "select count(*) from leads where name = $1 and source = 'website'").await,
        1
    );
    let form = page.form_with("phone").with("name", "Tara").with("phone", "9876543211").forge("service", "perm");
    let page = browser.submit(&form).await.expect_status(422);
    assert!(page.field_error("service").is_some());

    salon.advance_seconds(12 * 3_600);
    let page = browser.visit("/call-me?done=1").await;
    assert!(page.has_text("Opens tomorrow at 10 am"), "{}", page.text());
}

#[test_on_both_engines]
async fn a_signed_in_customer_finds_the_next_visit_and_books_the_last_one_again() {
    let salon = insert_membership_tiers(listening_salon().await).await;
    let (asha, desk) = (salon.customer("Asha").await, receptionist(&salon).await);
    let mut browser = Browser::at(&salon, AppKind::Customer);
    browser.sign_in_as(&asha);
    let page = browser.visit("/").await;
    assert_eq!(page.heading(), "Good morning, Asha");
    assert!(page.has_text("When shall we see you?") && page.has_text("1 gem for every ₹100"), "{}", page.text());

    let id = create_booking(&asha, &haircut_request()).await;
    let page = browser.visit("/").await;
    let ticket = page.texts_of("article.ticket").remove(0);
    for part in ["Your next visit, in 4 days", "Not confirmed", "FRI 5 MAR", "11:00 – 11:45 am", "cut", "PUN"] {
        assert!(ticket.contains(part), "{part}: {ticket}");
    }
    assert_eq!(page.attributes_of("section[data-part=next]", "data-live"), [format!("customer:{}", asha.id())]);
    assert_eq!(page.link_named("Add to calendar").url.path(), format!("/api/bookings/{id}/calendar.ics"));
    assert_eq!(page.link_named("Move").url.path(), format!("/visits/{id}/move"));
    let part = browser.visit("/?part=next").await;
    let version = page.attributes_of("section[data-part=next]", "data-v");
    assert_eq!(part.attributes_of("section[data-part=next]", "data-v"), version);
    assert!(!part.body.contains("<html"), "the part alone");

    salon.advance_seconds(60);
    approve_booking(&desk, &id, STYLIST).await.expect_ok();
    let part = browser.visit("/?part=next").await;
    assert_ne!(part.attributes_of("section[data-part=next]", "data-v"), version);
    assert!(part.has_text("Confirmed") && part.has_text("with stylist, PUN"), "{}", part.text());

    // After the visit: the same again, with the price of today.
    salon.advance_seconds(4 * 86_400 + 2 * 3_600);
    complete_booking(&desk, &id, &cash_payment()).await.expect_ok();
    update_rows(&salon, "service-cut", "update services set price_paise = 130000 where id = $1").await;
    make_service_redeemable(&salon, "service-wash", 40).await;
    create_membership(&desk, &ten_hour_sale(&asha)).await;
    let page = browser.visit("/").await;
    assert!(page.has_text("Same as last time? Fri 5 Mar, with stylist"), "{}", page.text());
    let again = page.link_named("Book again, ₹1,300").url;
    assert_eq!((again.path(), again.query()), ("/book/time", Some(format!("at={PUNE}&s=cut").as_str())));
    assert!(page.has_text("28 more for wash"), "{}", page.text());
    assert!(page.has_text("left of 10 h"), "{}", page.text());
    adjust_gems(&salon, &asha, 100).await;
    assert!(browser.visit("/").await.has_text("Enough for wash"));
    salon.leaves_due_jobs("e-mails and checks are not what this story is about");
}

#[test_on_both_engines]
async fn an_offered_time_that_will_end_stands_first() {
    let salon = listening_salon().await;
    let (asha, desk) = (salon.customer("Asha").await, receptionist(&salon).await);
    let next = create_booking(&asha, &haircut_request_at("2027-03-03", "11:00")).await;
    approve_booking(&desk, &next, STYLIST).await.expect_ok();
    let [late, soon] = ["2027-03-05", "2027-03-04"].map(|day| haircut_request_at(day, "11:00"));
    let (late, soon) = (create_booking(&asha, &late).await, create_booking(&asha, &soon).await);
    offer_time(&desk, &soon, ("2027-03-04", "15:00"), STYLIST).await.expect_ok();
    salon.advance_seconds(3_600);
    offer_time(&desk, &late, ("2027-03-05", "15:00"), STYLIST).await.expect_ok();

    let mut browser = Browser::at(&salon, AppKind::Customer);
    browser.sign_in_as(&asha);
    let page = browser.visit("/").await;
    let shown = page.texts_of("section[data-part=next] article");
    assert_eq!(shown.len(), 3, "{shown:?}");
    for part in ["Could you come on Thu 4 Mar at 3:00 pm?", "cut, with stylist, PUN", "answer by tomorrow, 10:00 am"] {
        assert!(shown[0].contains(part), "{part}: {}", shown[0]);
    }
    assert!(shown[1].contains("on Fri 5 Mar at 3:00 pm?") && shown[1].contains("answer by tomorrow, 11:00 am"));
    assert!(shown[2].contains("Your next visit, in 2 days"), "{}", shown[2]);
    let answers = page.attributes_of("section[data-part=next] a.main", "href");
    assert_eq!(answers, [format!("/visits/{soon}"), format!("/visits/{late}")]);
    assert_eq!(page.attributes_of("section[data-part=next]", "data-live"), [format!("customer:{}", asha.id())]);
    // The first ends, and is a request again.
    salon.advance_seconds(23 * 3_600);
    let shown = browser.visit("/").await.texts_of("section[data-part=next] article");
    assert_eq!(shown.len(), 2, "{shown:?}");
    assert!(shown[0].contains("on Fri 5 Mar"), "{shown:?}");
    salon.leaves_due_jobs("e-mails and checks are not what this story is about");
}

#[test_on_both_engines]
async fn a_visit_that_is_over_is_not_the_next_one() {
    let salon = listening_salon().await;
    let (asha, desk) = (salon.customer("Asha").await, receptionist(&salon).await);
    let first = create_booking(&asha, &haircut_request_at("2027-03-02", "11:00")).await;
    let second = create_booking(&asha, &haircut_request_at("2027-03-03", "12:00")).await;
    for id in [&first, &second] {
        approve_booking(&desk, id, STYLIST).await.expect_ok();
    }
    let mut browser = Browser::at(&salon, AppKind::Customer);
    browser.sign_in_as(&asha);
    // To 11:40 of the first day, then 11:50.
    salon.advance_seconds(86_400 + 100 * 60);
    assert!(browser.visit("/").await.has_text("Your next visit, today"));
    salon.advance_seconds(10 * 60);
    assert!(browser.visit("/").await.has_text("Your next visit, tomorrow"));
    let signed_out = Browser::at(&salon, AppKind::Customer).visit("/?part=next").await;
    assert_eq!(signed_out.path(), "/sign-in");
    salon.leaves_due_jobs("e-mails and checks are not what this story is about");
}

#[test_on_both_engines]
async fn a_salon_without_branches_opens_soon() {
    let salon = TestSalon::with(SalonOptions { listens: true, ..SalonOptions::default() }).await;
    let (mut browser, asha) = (Browser::at(&salon, AppKind::Customer), salon.customer("Asha").await);
    let selling =
        ["/", "/book", "/book?utm_source=a", "/book/time", "/book/review", "/call-me", "/services/cut", "/offers/holi"];
    for path in selling {
        let page = browser.visit(path).await.expect_status(503);
        assert_eq!(page.heading(), "We are opening soon", "{path}");
        assert!(page.headers.contains_key("retry-after"), "{path}");
    }
    assert_eq!(asha.get("/").await.status, 503, "also for somebody who is signed in");
    assert_eq!(asha.submit("/call-me", "name=Asha&phone=9812345678").await.status, 503);
    for path in ["/sign-in", "/privacy", "/robots.txt", "/manifest.webmanifest", "/api/branches", "/api/services"] {
        assert_eq!(salon.visitor().get(path).await.status, 200, "{path}");
    }
    assert_eq!(asha.get("/me").await.status, 200);
    salon.visitor().get("/api/services/cut").await.expect_error(404, "NOT_FOUND");
    assert_eq!(asha.submit("/", "").await.status, 405);

    // A branch that is not open yet takes numbers.
    let owner = salon.member("Olga", Role::Owner).await;
    let branch = json!({ "code": "PUN", "name": "Aangan", "address": "MG Road, Pune", "status": "coming_soon" });
    let branch = owner.post("/api/branches", &branch).await.expect_created();
    for path in ["/", "/book"] {
        let page = browser.visit(path).await.expect_status(200);
        assert!(page.has_text("We are opening soon"), "{}", page.text());
        let _ = browser.click_link(&page, "Call me back").await.expect_status(200);
    }
    let path = format!("/api/branches/{}", branch["branch"]["id"].as_str().unwrap());
    owner.patch(&path, &json!({ "status": "operational" })).await.expect_ok();
    let page = browser.visit("/").await.expect_status(200);
    assert!(!page.has_text("We are opening soon") && page.has_text("Aangan"), "{}", page.text());
}

#[test_on_both_engines]
async fn search_engines_find_the_public_pages() {
    let salon = listening_salon().await;
    insert_offer(&salon, "summer", "percentage", 20, &["service-cut"]).await;
    let home = salon.url(AppKind::Customer);
    let sitemap = salon.visitor().get("/sitemap.xml").await;
    assert_eq!(sitemap.header("content-type"), Some("application/xml; charset=utf-8"));
    let text = sitemap.text();
    for path in ["/", "/book", "/call-me", "/services/cut", "/services/massage", "/offers/summer"] {
        assert!(text.contains(&format!("<loc>{home}{path}</loc>")), "{path}: {text}");
    }
    assert!(!text.contains("/services/perm") && !text.contains("/services/henna"), "{text}");
    let robots = salon.visitor().get("/robots.txt").await.text();
    assert!(
        robots.contains("Disallow: /api/\n") && robots.contains(&format!("Sitemap: {home}/sitemap.xml")),
        "{robots}"
    );
    assert!(!robots.contains("Disallow: /book\n"), "{robots}");
}

#[test]
fn the_basket_counts_while_tapping() {
    run(Engine::Sqlite, async || {
        let salon = TestSalon::for_browsers().await;
        let visitor = Visitor::start(&salon, AppKind::Customer, ChromiumOptions::phone()).await;
        visitor.open("/").await;
        visitor.click_link("Book a visit").await;
        visitor.wait_for_path("/book").await;
        assert!(visitor.has_text("Nothing chosen yet").await);
        visitor.tick("s", "fringe-trim").await;
        // The driver scrolls to the edge of the window, behind the bar.
        visitor.execute("document.querySelector('[value=balayage]').scrollIntoView({ block: 'center' })", &[]).await;
        visitor.tick("s", "balayage").await;
        visitor.wait_for_text("2 services · 3 h 15 min").await;
        assert_eq!(visitor.texts_of(".bar .sum b").await, ["₹7,750"]);
        assert!(visitor.has_text("Spa visits are booked on their own.").await);
        assert!(visitor.count("input[data-type=spa]:disabled").await > 5);
        visitor.untick("s", "balayage").await;
        visitor.wait_for_text("1 service · 15 min").await;
        visitor.fill("q", "facial").await;
        visitor.wait_until_gone("#c-hair-colour li:not([hidden])").await;
        assert!(visitor.has_text("Gold Facial").await && !visitor.has_text("Balayage").await);
        // Every word counts, in any order, and in the name of the category too.
        visitor.fill("q", "facial gold").await;
        visitor.wait_for_text("Gold Facial").await;
        visitor.fill("q", "styling fringe").await;
        visitor.wait_until_gone(".svcs > li:not([hidden]):not(:has([value=fringe-trim]))").await;
        assert!(visitor.has_text("Fringe Trim").await && visitor.has_text("Haircuts & Styling").await);
        visitor.press_button("Choose a time").await;
        visitor.wait_for_path("/book/time").await;
    });
}

/// Neither the bar at the top nor the list of categories below it covers what somebody jumps to.
#[test]
fn a_jump_to_a_category_shows_its_heading() {
    run(Engine::Sqlite, async || {
        let salon = TestSalon::for_browsers().await;
        let visitor = Visitor::start(&salon, AppKind::Customer, ChromiumOptions::phone()).await;
        let is_shown = "const heading = document.querySelector(':target h2')?.getBoundingClientRect();
            const covered = document.querySelector('.sticky').getBoundingClientRect().bottom;
            return !!heading && heading.top >= covered && heading.bottom <= innerHeight;";
        visitor.open("/book").await;
        visitor.click(".sticky .chip:nth-child(4)").await;
        visitor.wait_until("the fourth category is shown", is_shown).await;
        visitor.open("/").await;
        visitor.click("ul.cats li:nth-child(3) a").await;
        visitor.wait_for_path("/book").await;
        visitor.wait_until("the third category is shown", is_shown).await;
    });
}

#[test]
fn the_next_visit_turns_confirmed_before_the_eyes() {
    run(Engine::Sqlite, async || {
        let salon = listening_salon().await;
        let (asha, desk) = (salon.customer("Asha").await, receptionist(&salon).await);
        let id = create_booking(&asha, &haircut_request()).await;
        let visitor = Visitor::start(&salon, AppKind::Customer, ChromiumOptions::phone().dark()).await;
        visitor.sign_in_as(&asha).await;
        visitor.open("/").await;
        assert!(visitor.has_text("Not confirmed").await);
        salon.advance_seconds(1);
        approve_booking(&desk, &id, STYLIST).await.expect_ok();
        visitor.wait_for_text("Confirmed").await;
        salon.leaves_due_jobs("e-mails are not what this story is about");
    });
}

async fn check_every_page(options: ChromiumOptions) {
    let salon = TestSalon::for_browsers().await;
    let visitor = Visitor::start(&salon, AppKind::Customer, options).await;
    for path in [
        "/",
        "/book?s=fringe-trim&s=balayage",
        "/book?type=spa&s=balayage",
        "/services/balayage",
        "/call-me",
        "/call-me?done=1",
    ] {
        visitor.open(path).await;
    }
    visitor.open("/").await;
    let offer = visitor.attribute("a.offer", "href").await.expect("an offer");
    visitor.open(&offer).await;
    visitor.wait_for_text("Book with this offer").await;
}

#[test]
fn every_page_passes_the_checks_on_a_phone() {
    run(Engine::Sqlite, async || check_every_page(ChromiumOptions::phone()).await);
}

#[test]
fn every_page_passes_the_checks_on_a_dark_desktop() {
    run(Engine::Sqlite, async || check_every_page(ChromiumOptions::desktop().dark()).await);
}

#[test_on_both_engines]
async fn only_the_files_of_this_release_are_kept_for_ever() {
    let salon = TestSalon::open().await;
    let home = salon.visitor().get("/").await.text();
    let hash = home.split_once("/assets/").and_then(|(_, rest)| rest.split_once('/')).expect("an asset").0;
    let own = format!("/assets/{hash}");
    for person in [salon.visitor(), salon.admin_visitor()] {
        for file in ["css/customer.css", "js/enhance.js", "icons/app.svg"] {
            let kept = person.get(&format!("{own}/{file}")).await;
            assert_eq!(kept.header("cache-control"), Some("public, max-age=31536000, immutable"), "{file}");
            // A page of the release before or after this one.
            let other = person.get(&format!("/assets/0123456789ab/{file}")).await;
            assert_eq!((other.status.as_u16(), other.header("cache-control")), (200, Some("no-cache")), "{file}");
            let tag = other.header("etag").expect("a tag");
            assert_eq!(Some(tag), kept.header("etag"));
            let again = person.clone().with_header("if-none-match", tag);
            assert_eq!(again.get(&format!("/assets/0123456789ab/{file}")).await.status, 304);
        }
    }
}

/// What a visitor's browser gets of a public page: its tag and its text.
async fn tagged_page(person: &Person, path: &str) -> (String, String) {
    let reply = person.get(path).await;
    assert_eq!((reply.status.as_u16(), reply.header("cache-control")), (200, Some("no-cache")), "{path}");
    assert!(reply.header("vary").is_some_and(|vary| vary.contains("cookie")), "{path}");
    let tag = reply.header("etag").unwrap_or_else(|| panic!("{path} has no tag")).to_owned();
    let known = person.clone().with_header("if-none-match", &tag).get(path).await;
    assert_eq!(
        (known.status.as_u16(), known.bytes.len(), known.header("etag")),
        (304, 0, Some(tag.as_str())),
        "{path}"
    );
    (tag, reply.text())
}

#[test_on_both_engines]
async fn public_pages_are_the_same_for_all_visitors_and_never_kept_of_a_customer() {
    let salon = TestSalon::demo().await;
    let html = |person: Person| person.with_header("accept", "text/html");
    let (visitor, other) = (html(salon.visitor()), html(salon.visitor()));
    let asha = html(salon.customer("Anasuya").await);
    let owner = salon.member("Olga", Role::Owner).await;
    let first = async |path: &str, list: &str| {
        let data = salon.visitor().get(path).await.expect_ok();
        let found = if list == "offers" { &data["offers"][0] } else { &data["categories"][0]["services"][0] };
        (found["slug"].as_str().expect("a slug").to_owned(), found["id"].as_str().expect("an id").to_owned())
    };
    let ((service, service_id), (offer, _)) =
        (first("/api/services", "services").await, first("/api/offers", "offers").await);
    let paths = [
        format!("/services/{service}"),
        format!("/offers/{offer}"),
        "/privacy".to_owned(),
        "/call-me".to_owned(),
        "/offline".to_owned(),
    ];
    let mut before = Vec::new();
    for path in &paths {
        // A customer comes first, in the middle and at the end, and takes and leaves nothing.
        for _ in 0..2 {
            let own = asha.get(path).await;
            assert_eq!((own.status.as_u16(), own.header("cache-control")), (200, Some("no-store")), "{path}");
            assert_eq!(own.header("etag"), None, "{path}");
            let (tag, text) = tagged_page(&visitor, path).await;
            assert!(!text.contains("Anasuya") && !text.contains("anasuya"), "{path}");
            assert_eq!(tagged_page(&other, path).await, (tag.clone(), text), "{path}");
            before.push(tag);
        }
    }
    before.dedup();
    assert_eq!(before.len(), paths.len(), "the same each time, and another one for each page");

    // Every write shows at once.
    let price = serde_json::json!({ "pricePaise": 123_400 });
    owner.patch(&format!("/api/services/{service_id}"), &price).await.expect_ok();
    let (tag, text) = tagged_page(&visitor, &paths[0]).await;
    assert!(text.contains("₹1,234") && tag != before[0], "{text}");
    let branch = owner.get("/api/branches").await.expect_ok()["branches"][0]["id"].as_str().expect("an id").to_owned();
    let name = serde_json::json!({ "name": "Parlour Sadashivanagar", "phone": "+919812312312" });
    owner.patch(&format!("/api/branches/{branch}"), &name).await.expect_ok();
    for (path, old) in paths.iter().zip(&before) {
        let (tag, text) = tagged_page(&visitor, path).await;
        assert!(text.contains("Sadashivanagar") || text.contains("9812312312"), "{path}: {text}");
        assert_ne!(&tag, old, "{path}");
    }

    // And so does a new day.
    let today = tagged_page(&visitor, "/call-me").await;
    salon.advance_seconds(24 * 3_600);
    assert_ne!(tagged_page(&visitor, "/call-me").await, today);
    salon.leaves_due_jobs("the story is about pages");
}

#[test_on_both_engines]
async fn who_asks_for_a_call_twice_on_a_day_is_called_once() {
    let salon = listening_salon().await;
    let ask = async |name: &str| {
        let mut browser = Browser::at(&salon, AppKind::Customer);
        let form = browser.visit("/call-me").await.form_with("phone");
        let form = form.with("name", name).with("phone", "98765 43210");
        let _ = browser.submit(&form).await.expect_status(303);
    };
    let count =
        async || count_rows(&salon, "98765", "select count(*) from leads where phone like '%' || $1 || '%'").await;
    ask("Asha").await;
    ask("Asha").await;
    assert_eq!(count().await, 1);
    ask("Tara").await;
    assert_eq!(count().await, 2, "somebody else with the same phone");
    salon.advance_seconds(24 * 3_600);
    ask("Asha").await;
    assert_eq!(count().await, 3, "another day");
    salon.leaves_due_jobs("the story is about leads");
}
