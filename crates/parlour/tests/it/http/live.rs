//! The stream that tells open pages what has changed.

use std::time::{Duration, Instant};

use axum::http::Method;
use futures_util::future::join_all;
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_domain::ist::DAY_MS;
use parlour_domain::page_update::PageUpdate;
use parlour_store::{DbError, Tx};
use parlour_testkit::actions::availability::{friday_haircut_at, friday_haircut_for};
use parlour_testkit::actions::bookings::{
    BOOKINGS_PATH, approve_booking, cancel_booking, create_booking, haircut_request, post_booking_action,
};
use parlour_testkit::checks::database::update_rows;
use parlour_testkit::checks::json::text_field;
use parlour_testkit::fixtures::live_salon::{FRIDAY, insert_daily_shifts, set_availability_mode};
use parlour_testkit::fixtures::small_salon::{GOA, PUNE, STYLIST, small_salon_with};
use parlour_testkit::process::{Actor, Installation, ParlourProcess, http_client, send_and_read};
use parlour_testkit::{Engine, Person, Reply, SalonOptions, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

use crate::parlour_binary::PARLOUR_BINARY;

/// Within this time a change must be heard.
const SOON: Duration = Duration::from_secs(1);
/// Within this time a stream ends after its session; a machine that also builds gets a little more.
const END: Duration = Duration::from_secs(6);

/// A salon whose apps listen.
async fn salon() -> TestSalon {
    small_salon_with(SalonOptions { listens: true, ..SalonOptions::default() }).await
}

fn board(date: &str) -> String {
    format!("board:{PUNE}:{date}")
}

fn own(person: &Person) -> String {
    format!("customer:{}", person.id())
}

fn request(url: &str, person: &Person, topics: &str) -> reqwest::RequestBuilder {
    let cookie = format!("{}={}", person.app_kind.session_cookie(), person.token());
    // As a page asks that would like it compressed.
    let request = http_client().get(format!("{url}/live")).query(&[("topics", topics)]);
    request.header("cookie", cookie).header("accept-encoding", "gzip, br")
}

/// An answer that is no stream.
async fn refused(salon: &TestSalon, person: &Person, topics: &str) -> Reply {
    send_and_read(request(salon.url(person.app_kind), person, topics)).await.unwrap()
}

/// A stream that is open.
struct Stream {
    response: reqwest::Response,
    text: String,
}

impl Stream {
    async fn open(salon: &TestSalon, person: &Person, topics: &[&str]) -> Self {
        Self::open_at(salon.url(person.app_kind), person, topics).await
    }

    async fn open_at(url: &str, person: &Person, topics: &[&str]) -> Self {
        let mut stream = Self::start(request(url, person, &topics.join(","))).await;
        // The salon was just filled; its watcher may tell so a moment later.
        stream.heard_within(Duration::from_millis(700)).await;
        stream
    }

    /// A stream of which nothing but its start was read.
    async fn start(request: reqwest::RequestBuilder) -> Self {
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), 200);
        let header = |name: &str| response.headers().get(name).map(|value| value.to_str().unwrap());
        assert_eq!(header("content-type"), Some("text/event-stream"));
        assert_eq!(header("cache-control"), Some("no-store"));
        assert_eq!(header("content-encoding"), None);
        let mut stream = Self { response, text: String::new() };
        stream.read_until(Instant::now() + SOON, |text| text.contains("\n\n")).await;
        assert_eq!(stream.text, "retry: 3000\n\n");
        stream.text.clear();
        stream
    }

    /// Reads until there is enough, the stream ends or the time is over. Whether the stream has ended.
    async fn read_until(&mut self, deadline: Instant, is_enough: impl Fn(&str) -> bool) -> bool {
        while !is_enough(&self.text) {
            match tokio::time::timeout_at(deadline.into(), self.response.chunk()).await {
                Ok(Ok(Some(part))) => self.text.push_str(str::from_utf8(&part).unwrap()),
                Ok(Ok(None)) => return true,
                Ok(Err(error)) => panic!("the stream broke: {error}"),
                Err(_) => return false,
            }
        }
        false
    }

    /// The topics that were named so far, in order and each once.
    fn take_topics(&mut self) -> Vec<String> {
        let text = std::mem::take(&mut self.text);
        let events = text.split("\n\n").filter(|event| !event.is_empty() && !event.starts_with(':'));
        let topic = |event: &str| {
            let named =
                event.split_once('\n').filter(|(id, _)| id.starts_with("id: ")).map_or(event, |(_, named)| named);
            named.strip_prefix("event: change\ndata: ").expect(&text).to_owned()
        };
        let mut topics: Vec<String> = events.map(topic).collect();
        topics.sort();
        topics.dedup();
        topics
    }

    async fn heard_within(&mut self, time: Duration) -> Vec<String> {
        assert!(!self.read_until(Instant::now() + time, |_| false).await, "the stream ended");
        self.take_topics()
    }

    /// Exactly these are heard, the last of them soon.
    async fn expect(&mut self, topics: &[&str]) {
        let mut expected: Vec<&str> = topics.to_vec();
        expected.sort_unstable();
        let is_all_heard = |text: &str| topics.iter().all(|topic| text.contains(&format!("data: {topic}\n\n")));
        self.read_until(Instant::now() + SOON, is_all_heard).await;
        // What comes with it, or should not.
        self.read_until(Instant::now() + Duration::from_millis(250), |_| false).await;
        assert_eq!(self.take_topics(), expected);
    }

    async fn expect_end(&mut self, within: Duration) {
        let ended = self.read_until(Instant::now() + within, |_| false).await;
        assert!(ended, "the stream is still open");
    }
}

/// Where a page says that its live updates continue.
async fn position_of_page(salon: &TestSalon, person: &Person, path: &str) -> String {
    let cookie = format!("{}={}", person.app_kind.session_cookie(), person.token());
    let page = http_client().get(format!("{}{path}", salon.url(person.app_kind))).header("cookie", cookie);
    let page = page.send().await.unwrap().text().await.unwrap();
    let (_, position) = page.split_once("data-since=\"").unwrap_or_else(|| panic!("no position in {page}"));
    position.split_once('"').unwrap().0.to_owned()
}

#[test_on_both_engines]
async fn a_page_is_told_what_changed_after_it_was_read() {
    let salon = salon().await;
    let (asha, ravi) = (salon.customer("Asha").await, salon.member("Ravi", Role::Receptionist).await);
    // The salon was just filled; its watcher may tell so a moment later.
    Stream::open(&salon, &asha, &[&own(&asha)]).await;
    let topics = ["requests".to_owned(), own(&ravi), board(FRIDAY)];
    let since = async |position: &str| {
        let request = request(salon.url(AppKind::Admin), &ravi, &topics.join(",")).query(&[("since", position)]);
        let mut stream = Stream::start(request).await;
        stream.heard_within(Duration::from_millis(300)).await
    };
    let (home, desk) =
        (position_of_page(&salon, &asha, "/visits").await, position_of_page(&salon, &ravi, "/requests").await);
    assert_eq!(home, desk, "nothing happened in between");
    assert_eq!(since(&desk).await, Vec::<String>::new());
    create_booking(&asha, &haircut_request()).await;
    let heard = since(&desk).await;
    assert!(heard.contains(&topics[0]) && heard.contains(&topics[2]), "{heard:?}");
    let later = position_of_page(&salon, &ravi, "/requests").await;
    assert_eq!(since(&later).await, Vec::<String>::new());
    let mut all = topics.to_vec();
    all.sort();
    for unknown in ["undefined", "1-0", ""] {
        assert_eq!(since(unknown).await, all, "{unknown}");
    }
    salon.leaves_due_jobs("the booking's notifications are not what this is about");
}

#[test_on_both_engines]
async fn topics_are_open_to_those_whom_they_concern() {
    let salon = salon().await;
    let (asha, tara) = (salon.customer("Asha").await, salon.customer("Tara").await);
    let ravi = salon.member("Ravi", Role::Receptionist).await;
    let ravi_as_customer = salon.person("Ravi", Role::Receptionist, AppKind::Customer).await;
    let sita = salon.member("Sita", Role::Staff).await;
    let olga = salon.member("Olga", Role::Owner).await;

    let day = board(FRIDAY);
    let anonymous = http_client().get(format!("{}/live?topics=leads", salon.url(AppKind::Admin)));
    send_and_read(anonymous).await.unwrap().expect_error(401, "UNAUTHENTICATED");
    salon.visitor().get("/live").await.expect_error(401, "UNAUTHENTICATED");

    for person in [&asha, &ravi_as_customer, &sita, &ravi, &olga] {
        drop(Stream::open(&salon, person, &[&own(person)]).await);
        for topics in ["", "?topics=", "?topic=leads"] {
            let reply = person.get(&format!("/live{topics}")).await;
            assert_eq!(reply.expect_invalid_fields(), ["topics"], "{topics}");
        }
        for topic in [&own(&tara), "customer:*", "board", "users", "board:branch-pune:friday", "customer:", "*"] {
            refused(&salon, person, topic).await.expect_error(403, "FORBIDDEN");
        }
        // One that is refused is enough.
        refused(&salon, person, &format!("{},{}", own(person), own(&tara))).await.expect_error(403, "FORBIDDEN");
        refused(&salon, person, &format!("{},", own(person))).await.expect_error(403, "FORBIDDEN");
        let many: Vec<String> = (0..51).map(|number| format!("customer:{number}")).collect();
        assert_eq!(refused(&salon, person, &many.join(",")).await.expect_invalid_fields(), ["topics"]);
    }
    for person in [&asha, &ravi_as_customer, &sita] {
        for topic in ["requests", "leads", &day] {
            refused(&salon, person, topic).await.expect_error(403, "FORBIDDEN");
        }
    }
    for person in [&ravi, &olga] {
        drop(Stream::open(&salon, person, &["requests", "leads", &day, &own(person), "leads"]).await);
    }
    assert_eq!(asha.send(Method::POST, "/live", "{}").await.status, 405);
}

#[test_on_both_engines]
async fn changes_by_others_are_heard_soon() {
    let salon = salon().await;
    let (asha, tara) = (salon.customer("Asha").await, salon.customer("Tara").await);
    let (ravi, rani) = (salon.member("Ravi", Role::Receptionist).await, salon.member("Rani", Role::Receptionist).await);
    let (friday, saturday) = (board(FRIDAY), board("2027-03-06"));
    let of_asha = own(&asha);
    let mut page = Stream::open(&salon, &asha, &[&of_asha]).await;
    let mut other = Stream::open(&salon, &tara, &[&own(&tara)]).await;
    let goa = format!("board:{GOA}:{FRIDAY}");
    let all = [friday.as_str(), &saturday, &goa, "requests", "leads", &own(&ravi)];
    let mut desk = Stream::open(&salon, &ravi, &all).await;

    // Every receptionist is notified of a request.
    let id = create_booking(&asha, &haircut_request()).await;
    desk.expect(&[&friday, "requests", &own(&ravi)]).await;
    page.expect(&[&of_asha]).await;
    approve_booking(&rani, &id, STYLIST).await.expect_ok();
    desk.expect(&[&friday, "requests"]).await;
    page.expect(&[&of_asha]).await;
    let moved = json!({ "bookingDate": "2027-03-06", "startTime": "12:00" });
    rani.post(&format!("{BOOKINGS_PATH}/{id}/reschedule"), &moved).await.expect_ok();
    desk.expect(&[&friday, &saturday]).await;
    page.expect(&[&of_asha]).await;
    asha.patch("/api/notifications", &json!({})).await.expect_ok();
    page.expect(&[&of_asha]).await;
    desk.expect(&[]).await;
    // Nothing was left to mark.
    asha.patch("/api/notifications", &json!({})).await.expect_ok();
    page.expect(&[]).await;
    cancel_booking(&asha, &id).await.expect_ok();
    desk.expect(&[&saturday, &own(&ravi)]).await;
    page.expect(&[&of_asha]).await;

    let lead = json!({ "name": "Meera", "phone": "9876543210" });
    salon.visitor().post("/api/leads", &lead).await.expect_created();
    desk.expect(&["leads"]).await;
    let leads = rani.get("/api/leads").await.expect_ok();
    let path = format!("/api/leads/{}", text_field(&leads["leads"][0], "id"));
    rani.patch(&path, &json!({ "status": "contacted" })).await.expect_ok();
    desk.expect(&["leads"]).await;

    let block = json!({ "staffId": STYLIST, "date": FRIDAY, "startTime": "12:00", "endTime": "13:00" });
    let block = rani.post("/api/desk/blocks", &block).await.expect_created();
    desk.expect(&[&friday]).await;
    let path = format!("/api/desk/blocks/{}", text_field(&block["block"], "id"));
    rani.send(Method::DELETE, &path, "").await.expect_ok();
    desk.expect(&[&friday]).await;
    other.expect(&[]).await;
    page.expect(&[]).await;
    salon.leaves_due_jobs("only the stream is looked at");
}

#[test_on_both_engines]
async fn boards_follow_a_visit_and_the_roster() {
    let salon = salon().await;
    let (asha, ravi) = (salon.customer("Asha").await, salon.member("Ravi", Role::Receptionist).await);
    set_availability_mode(&salon, PUNE, "live").await;
    insert_daily_shifts(&salon, STYLIST, "10:00", "19:00").await;
    let today = board("2027-03-01");
    let mina = salon.member("Mina", Role::Staff).await;
    update_rows(&salon, mina.id().as_str(), "update staff set user_id = $1 where id = 'staff-stylist-branch-pune'")
        .await;
    let mut desk = Stream::open(&salon, &ravi, &[&today, "requests"]).await;
    let mut booking = friday_haircut_for(&asha, "11:00", Some(STYLIST));
    booking["bookingDate"] = "2027-03-01".into();
    let booked = ravi.post(BOOKINGS_PATH, &booking).await.expect_created();
    desk.expect(&[&today]).await;
    for act in ["arrive", "start"] {
        post_booking_action(&ravi, text_field(&booked, "id"), act).await.expect_ok();
        desk.expect(&[&today]).await;
    }
    let path = format!("/api/me/bookings/{}/finished", text_field(&booked, "id"));
    for method in [Method::POST, Method::DELETE] {
        mina.send(method, &path, "").await.expect_ok();
        desk.expect(&[&today]).await;
    }
    // Another day does not concern the board of today, but who works when does.
    create_booking(&asha, &friday_haircut_at("15:00")).await;
    desk.expect(&["requests"]).await;
    let manager = salon.member("Meera", Role::Manager).await;
    let holiday = json!({ "branchId": PUNE, "date": "2027-03-20", "reason": "Fair" });
    manager.post("/api/schedule/holidays", &holiday).await.expect_created();
    assert_eq!(desk.heard_within(SOON).await, [today]);
    salon.leaves_due_jobs("only the stream is looked at");
}

#[test_on_both_engines]
async fn a_change_that_is_rolled_back_is_not_told() {
    let salon = salon().await;
    let ravi = salon.member("Ravi", Role::Receptionist).await;
    let mut desk = Stream::open(&salon, &ravi, &["requests", "leads"]).await;
    let note_and_fail = |tx: &mut Tx<'_>| {
        tx.note_page_update(PageUpdate::Leads);
        Err::<(), DbError>(DbError::Statement("changed my mind".to_owned()))
    };
    salon.app.db.write(note_and_fail).await.unwrap_err();
    desk.expect(&[]).await;
    // Together with others that are kept, which may share its commit.
    let kept = (0..8).map(|_| {
        salon.app.db.write(|tx: &mut Tx<'_>| -> Result<(), DbError> {
            tx.note_page_update(PageUpdate::Requests);
            Ok(())
        })
    });
    let undone = (0..8).map(|_| salon.app.db.write(note_and_fail));
    let (kept, undone) = tokio::join!(join_all(kept), join_all(undone));
    assert!(kept.iter().all(Result::is_ok) && undone.iter().all(Result::is_err));
    desk.expect(&["requests"]).await;
}

#[test_on_both_engines]
async fn a_stream_ends_with_its_session() {
    let salon = salon().await;
    let (asha, tara) = (salon.customer("Asha").await, salon.customer("Tara").await);
    let (ravi, olga) = (salon.member("Ravi", Role::Receptionist).await, salon.member("Olga", Role::Owner).await);
    let mut of_asha = Stream::open(&salon, &asha, &[&own(&asha)]).await;
    let mut of_ravi = Stream::open(&salon, &ravi, &["requests"]).await;
    let mut of_tara = Stream::open(&salon, &tara, &[&own(&tara)]).await;
    asha.post_empty("/api/auth/sign-out").await.expect_ok();
    olga.patch(&format!("/api/users/{}", ravi.id()), &json!({ "role": "staff" })).await.expect_ok();
    tokio::join!(of_asha.expect_end(END), of_ravi.expect_end(END));
    refused(&salon, &asha, &own(&asha)).await.expect_error(401, "UNAUTHENTICATED");
    assert_eq!(of_tara.heard_within(Duration::from_millis(100)).await, Vec::<String>::new());
    salon.app.clock.advance_millis(7 * DAY_MS + 1);
    of_tara.expect_end(END).await;
}

#[test_on_both_engines]
async fn the_eleventh_stream_of_a_user_is_refused() {
    let salon = salon().await;
    let ravi = salon.member("Ravi", Role::Receptionist).await;
    let ravi_as_customer = salon.person("Ravi", Role::Receptionist, AppKind::Customer).await;
    let tara = salon.customer("Tara").await;
    let open = join_all((0..10).map(async |number| {
        let person = if number % 2 == 0 { &ravi } else { &ravi_as_customer };
        Stream::open(&salon, person, &[&own(person)]).await
    }));
    let mut open = open.await;
    for person in [&ravi, &ravi_as_customer] {
        let error = refused(&salon, person, &own(person)).await.expect_error(429, "RATE_LIMITED");
        assert_eq!(error["retryable"], true);
    }
    drop(Stream::open(&salon, &tara, &[&own(&tara)]).await);
    open.pop();
    let deadline = Instant::now() + Duration::from_secs(5);
    loop {
        let response = request(salon.url(ravi.app_kind), &ravi, &own(&ravi)).send().await.unwrap();
        if response.status() == 200 {
            break;
        }
        assert!(Instant::now() < deadline, "a closed stream still counts");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[test]
fn an_idle_stream_gets_a_comment_every_twenty_seconds() {
    parlour_testkit::run(Engine::Sqlite, async || {
        let salon = salon().await;
        let asha = salon.customer("Asha").await;
        let opened = Instant::now();
        let mut page = Stream::open(&salon, &asha, &[&own(&asha)]).await;
        let ended = page.read_until(opened + Duration::from_secs(25), |text| !text.is_empty()).await;
        assert_eq!((ended, page.text.as_str()), (false, ": \n\n"));
        assert!((19..23).contains(&opened.elapsed().as_secs()), "{:?}", opened.elapsed());
    });
}

fn serve(salon: &TestSalon) -> ParlourProcess {
    let url = salon.database_url();
    let installation = Installation::new(PARLOUR_BINARY).without_rate_limits().with("PARLOUR_DATABASE_URL", &url);
    installation.with("PARLOUR_CLOCK_START", "2027-03-01T04:30:00Z").serve(&[])
}

#[test_on_both_engines]
async fn changes_of_another_process_are_heard() {
    let salon = salon().await;
    let (asha, ravi) = (salon.customer("Asha").await, salon.member("Ravi", Role::Receptionist).await);
    let process = serve(&salon);
    let day = board(FRIDAY);
    let topics = [day.as_str(), "requests"];
    let mut here = Stream::open(&salon, &ravi, &topics).await;
    let mut there = Stream::open_at(&process.url(AppKind::Admin, ""), &ravi, &topics).await;
    for turn in 0..4 {
        let at = (turn % 2 == 0).then_some(&process);
        let asha = Actor::at(at, asha.clone());
        let body = friday_haircut_at(&format!("1{}:00", turn + 1));
        let booked = asha.post(BOOKINGS_PATH, &body).await.expect_created();
        here.expect(&topics).await;
        there.expect(&topics).await;
        let path = format!("{BOOKINGS_PATH}/{}/cancel", text_field(&booked, "id"));
        asha.post(&path, &Value::Null).await.expect_ok();
        here.expect(&topics).await;
        there.expect(&topics).await;
    }
    // A session that ends at one process ends the streams at all.
    ravi.post_empty("/api/auth/sign-out").await.expect_ok();
    tokio::join!(here.expect_end(END), there.expect_end(END));
    salon.leaves_due_jobs("only the streams are looked at");
}

#[test_on_both_engines]
async fn open_streams_do_not_delay_shutdown() {
    let salon = salon().await;
    let (asha, ravi) = (salon.customer("Asha").await, salon.member("Ravi", Role::Receptionist).await);
    let mut process = serve(&salon);
    let mut page = Stream::open_at(&process.url(AppKind::Customer, ""), &asha, &[&own(&asha)]).await;
    let mut desk = Stream::open_at(&process.url(AppKind::Admin, ""), &ravi, &["leads"]).await;
    let asked = Instant::now();
    process.terminate();
    tokio::join!(page.expect_end(END), desk.expect_end(END));
    assert_eq!(process.wait().code(), Some(0));
    assert!(asked.elapsed() < Duration::from_secs(4), "{:?}", asked.elapsed());
}
