//! Text that somebody typed is text wherever it is shown.

use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_testkit::actions::people::developer;
use parlour_testkit::{Person, Reply, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

/// Ends attributes, elements and scripts, and is a formula for spreadsheets.
const HOSTILE: &str = "=1+1</script><svg/onload=alert(1)>\"'`{{7*7}}";
/// What a page must never contain.
const LIVE: &str = "<svg/onload";

async fn send(person: &Person, method: &str, path: &str, body: &Value) -> Value {
    let reply = person.send(method.parse().unwrap(), path, body.to_string()).await;
    assert!(reply.status.is_success(), "{method} {path}: {}", reply.text());
    reply.json()["data"].clone()
}

fn text(data: &Value, path: &str) -> String {
    data.pointer(path).and_then(Value::as_str).unwrap_or_else(|| panic!("{path} in {data}")).to_owned()
}

/// Records with the text in every field, by their ids and slugs.
pub(in crate::pages) struct Typed {
    branch: String,
    service: String,
    slug: String,
    offer: String,
    customer: String,
    lead: String,
    cancelled: String,
    rejected: String,
    billed: String,
    waiting: String,
}

/// Types a text into every field of the API that a page shows.
pub(in crate::pages) async fn fill(salon: &TestSalon, asha: &Person, typed: &str) -> Typed {
    let dev = developer(salon).await;
    let branch = text(&asha.get("/api/branches").await.expect_ok(), "/branches/0/id");
    let brand = json!({ "name": typed, "address": typed, "upiName": "Salon" });
    send(&dev, "PATCH", &format!("/api/branches/{branch}"), &brand).await;
    let category = json!({ "name": typed, "description": typed, "serviceType": "salon" });
    let category = text(&send(&dev, "POST", "/api/services/categories", &category).await, "/category/id");
    let image = "https://pictures.invalid/\"><svg/onload=alert(1)>";
    let service = json!({
        "name": typed, "description": typed, "categoryId": category, "pricePaise": 10_000, "durationMinutes": 30,
        "imageUrl": image,
    });
    let service = send(&dev, "POST", "/api/services", &service).await;
    let (service, slug) = (text(&service, "/service/id"), text(&service, "/service/slug"));
    let offer = json!({
        "name": typed, "description": typed, "terms": typed, "offerType": "percentage", "discountPercentage": 10,
        "serviceIds": [service], "startDate": "2027-02-01", "endDate": "2027-12-31",
    });
    let offer = text(&send(&dev, "POST", "/api/offers", &offer).await, "/offer/slug");
    let staff = dev.get("/api/staff").await.expect_ok();
    let staff = text(&staff, "/staff/0/id");
    send(&dev, "PATCH", &format!("/api/staff/{staff}"), &json!({ "displayName": typed, "userId": dev.id().as_str() }))
        .await;
    let short: String = typed.chars().take(40).collect();
    let tag = json!({ "name": short, "color": "red\"><svg/onload=x>", "description": typed });
    let tag = text(&send(&dev, "POST", "/api/tags", &tag).await, "/tag/id");
    let customer = asha.id().to_string();
    send(asha, "PATCH", "/api/profile", &json!({ "name": typed })).await;
    let contact = json!({ "pinnedNote": typed, "legalName": typed, "billingAddress": typed });
    send(&dev, "PATCH", &format!("/api/customers/{customer}/contact"), &contact).await;
    send(&dev, "POST", &format!("/api/customers/{customer}/notes"), &json!({ "content": typed })).await;
    send(&dev, "POST", &format!("/api/customers/{customer}/tags"), &json!({ "tagId": tag })).await;
    let lead = json!({
        "name": typed, "phone": "9876543210", "utmSource": typed, "utmMedium": typed, "utmCampaign": typed,
        "utmContent": typed, "utmTerm": typed,
    });
    let lead = text(&send(&dev, "POST", "/api/leads", &lead).await, "/leadId");
    send(&dev, "POST", &format!("/api/leads/{lead}/notes"), &json!({ "content": typed })).await;
    let visit = |time: &str| {
        json!({
            "customerId": customer, "branchId": branch, "serviceIds": [service], "serviceType": "salon",
            "bookingDate": "2027-03-05", "startTime": time, "notes": typed, "guestName": typed,
        })
    };
    let cancelled = text(&send(&dev, "POST", "/api/bookings", &visit("11:00")).await, "/id");
    send(&dev, "POST", &format!("/api/bookings/{cancelled}/cancel"), &json!({ "reason": typed })).await;
    let rejected = text(&send(&dev, "POST", "/api/bookings", &visit("12:00")).await, "/id");
    let no = json!({ "action": "reject", "rejectionReason": typed });
    send(&dev, "PATCH", &format!("/api/bookings/{rejected}"), &no).await;
    let mut own = visit("13:00");
    own["staffId"] = json!(staff);
    let billed = text(&send(&dev, "POST", "/api/bookings", &own).await, "/id");
    send(&dev, "POST", &format!("/api/bookings/{billed}/start"), &json!({})).await;
    let paid = json!({ "paymentMethod": "cash", "discount": { "percent": 5, "reason": typed } });
    send(&dev, "POST", &format!("/api/bookings/{billed}/complete"), &paid).await;
    let waiting = text(&send(&dev, "POST", "/api/bookings", &visit("15:00")).await, "/id");
    let block = json!({
        "staffId": staff, "date": "2027-03-05", "startTime": "16:00", "endTime": "17:00", "reason": typed,
    });
    send(&dev, "POST", "/api/desk/blocks", &block).await;
    let cash = json!({ "branchId": branch, "amountPaise": -1_000, "reason": typed });
    send(&dev, "POST", "/api/desk/cash-movements", &cash).await;
    let holiday = json!({ "branchId": branch, "date": "2027-03-08", "name": typed });
    send(&dev, "POST", "/api/schedule/holidays", &holiday).await;
    let leave = json!({ "startDate": "2027-04-01", "endDate": "2027-04-02", "reason": typed });
    send(&dev, "POST", "/api/me/leave", &leave).await;
    Typed { branch, service, slug, offer, customer, lead, cancelled, rejected, billed, waiting }
}

/// The pages that show it.
pub(in crate::pages) fn pages(typed: &Typed) -> Vec<(AppKind, String)> {
    let Typed { branch, service, slug, offer, customer, lead, cancelled, rejected, billed, waiting } = typed;
    let at = format!("at={branch}&day=2027-03-05");
    let customer_pages = [
        "/".to_owned(),
        "/book".to_owned(),
        format!("/services/{slug}"),
        format!("/offers/{offer}"),
        "/call-me".to_owned(),
        format!("/book/time?at={branch}&s={slug}"),
        format!("/book/review?at={branch}&s={slug}&day=2027-03-09&time=11:00"),
        "/visits".to_owned(),
        format!("/visits/{billed}"),
        format!("/visits/{cancelled}"),
        format!("/visits/{rejected}"),
        format!("/visits/{waiting}/cancel"),
        format!("/visits/{waiting}/move"),
        "/invoices".to_owned(),
        "/notifications".to_owned(),
        "/rewards".to_owned(),
        "/me".to_owned(),
        "/onboarding".to_owned(),
        "/privacy".to_owned(),
        "/offline".to_owned(),
    ];
    let admin_pages = [
        format!("/board?{at}"),
        format!("/board?{at}&view=list"),
        format!("/board?{at}&visit={waiting}"),
        format!("/board/{waiting}/place?{at}"),
        format!("/board/blocks?{at}"),
        format!("/requests?at={branch}"),
        format!("/requests/declined?at={branch}"),
        "/bookings?at=all".to_owned(),
        format!("/bookings/{billed}"),
        format!("/bookings/{cancelled}"),
        format!("/bookings/{waiting}"),
        format!("/bookings/{waiting}/checkout"),
        format!("/bookings/{billed}/receipt"),
        format!("/bookings/new?{at}&customer={customer}&service={service}"),
        "/customers".to_owned(),
        format!("/customers/{customer}"),
        format!("/customers/{customer}?tab=notes"),
        format!("/customers/{customer}?tab=invoices"),
        format!("/customers/{customer}?tab=gems"),
        format!("/customers/{customer}?tab=memberships"),
        format!("/customers/{customer}/edit"),
        format!("/customers/{customer}/merge"),
        format!("/customers/{customer}/erase"),
        "/leads".to_owned(),
        "/leads?view=list".to_owned(),
        format!("/leads/{lead}"),
        format!("/leads/{lead}/lost"),
        format!("/memberships/sell?customer={customer}"),
        "/invoices".to_owned(),
        format!("/day-close?at={branch}"),
        "/search?q=svg".to_owned(),
        "/my".to_owned(),
        "/my/leave".to_owned(),
        "/notifications".to_owned(),
        "/me".to_owned(),
        "/setup/salon".to_owned(),
        "/setup/team".to_owned(),
        "/setup/payments".to_owned(),
        "/setup/ready".to_owned(),
        "/salon".to_owned(),
        "/integrations".to_owned(),
        "/logs".to_owned(),
    ];
    let customer_pages = customer_pages.into_iter().map(|path| (AppKind::Customer, path));
    customer_pages.chain(admin_pages.into_iter().map(|path| (AppKind::Admin, path))).collect()
}

#[track_caller]
fn expect_text_only(path: &str, reply: &Reply) {
    let html = reply.text();
    let place = html.find(LIVE).map(|at| html[at.saturating_sub(200)..].chars().take(300).collect::<String>());
    assert_eq!(place, None, "{path}");
    // Nothing that was typed ends a script or a style.
    let scripts = html.matches("</script>").count();
    assert_eq!(scripts, html.matches("<script").count(), "{path}");
    assert!(!html.to_lowercase().contains("href=\"javascript:"), "{path}");
}

#[test_on_both_engines]
async fn what_people_type_is_shown_as_text() {
    let salon = TestSalon::demo().await;
    let asha = salon.customer("Asha").await;
    let pages = pages(&fill(&salon, &asha, HOSTILE).await);
    let dev = salon.member("Ravi", Role::Developer).await.with_header("accept", "text/html");
    let asha = asha.with_header("accept", "text/html");
    let visitor = salon.visitor().with_header("accept", "text/html");
    let mut shown = 0;
    for (app_kind, path) in pages {
        let readers = match app_kind {
            AppKind::Customer => vec![&asha, &visitor],
            AppKind::Admin => vec![&dev],
        };
        for reader in readers {
            let reply = reader.get(&path).await;
            assert!(reply.status == 200 || reply.status == 303, "{path}: {} {}", reply.status, reply.text());
            expect_text_only(&path, &reply);
            shown += usize::from(reply.text().contains("svg/onload"));
        }
    }
    assert!(shown > 35, "only {shown} pages show the text at all");
    // Files: a cell that begins like a formula is text.
    for path in ["/bookings.csv?at=all", "/invoices.csv"] {
        let file = dev.get(path).await.text();
        assert!(file.contains("'=1+1"), "{path}: {file}");
        assert!(!file.contains(",=1+1") && !file.contains(",\"=1+1"), "{path}");
    }
    salon.leaves_due_jobs("nobody reads the e-mails");
}

/// Names of fields of addresses and forms.
const SENT_NAMES: [&str; 66] = [
    "q",
    "at",
    "s",
    "day",
    "time",
    "staff",
    "note",
    "name",
    "phone",
    "customer",
    "guest",
    "lead",
    "leadId",
    "returnTo",
    "back",
    "tab",
    "sort",
    "tag",
    "view",
    "tier",
    "status",
    "type",
    "from",
    "to",
    "older",
    "after",
    "page",
    "part",
    "utm_source",
    "utm_medium",
    "utm_campaign",
    "service",
    "error",
    "error_description",
    "state",
    "code",
    "visit",
    "email",
    "reason",
    "content",
    "message",
    "dateOfBirth",
    "gender",
    "utmSource",
    "rejectionReason",
    "confirm",
    "startDate",
    "endDate",
    "amount",
    "counted",
    "percent",
    "method",
    "partAmount",
    "given",
    "tip",
    "startTime",
    "bookingDate",
    "staffId",
    "date",
    "hours",
    "price",
    "validityDays",
    "notes",
    "form",
    "branch",
    "float",
];
/// Addresses that take them.
const CUSTOMER_PATHS: [&str; 17] = [
    "/",
    "/book",
    "/book/time",
    "/book/review",
    "/call-me",
    "/sign-in",
    "/onboarding",
    "/me",
    "/me/erase",
    "/visits",
    "/visits/x",
    "/services/x",
    "/offers/x",
    "/invoices",
    "/notifications",
    "/api/auth/callback",
    "/x",
];
const ADMIN_PATHS: [&str; 22] = [
    "/",
    "/board",
    "/board/blocks",
    "/requests",
    "/bookings",
    "/bookings/new",
    "/customers",
    "/customers/new",
    "/leads",
    "/leads/new",
    "/memberships",
    "/memberships/sell",
    "/invoices",
    "/day-close",
    "/day-close/movements",
    "/search",
    "/my",
    "/my/leave",
    "/notifications",
    "/me",
    "/sign-in",
    "/x",
];

/// What stands in an address or a form comes back as text too, in errors, and where no page is.
#[test_on_both_engines]
async fn what_is_sent_comes_back_as_text() {
    let salon = TestSalon::demo().await;
    let (asha, owner) = (salon.customer("Asha").await, salon.member("Ravi", Role::Owner).await);
    let encoded: String = url::form_urlencoded::byte_serialize(HOSTILE.as_bytes()).collect();
    let query = SENT_NAMES.map(|name| format!("{name}={encoded}&")).concat();
    for (person, paths) in [(&asha, &CUSTOMER_PATHS[..]), (&owner, &ADMIN_PATHS)] {
        let person = person.clone().with_header("accept", "text/html");
        for path in paths {
            for address in [format!("{path}?{query}"), format!("{path}/{}", encoded.replace('+', "%20"))] {
                let reply = person.get(&address).await;
                assert!(reply.status.as_u16() < 500, "{address}: {}", reply.text());
                expect_text_only(&address, &reply);
                let target = reply.header("location").unwrap_or_default();
                assert!(!target.contains(['<', '"', '\n']), "{address}: {target}");
            }
            let reply = person.submit(path, query.clone()).await;
            assert!(reply.status.as_u16() < 500, "POST {path}: {}", reply.text());
            expect_text_only(path, &reply);
        }
    }
    salon.leaves_due_jobs("nobody reads the e-mails");
}

/// Whatever a page is told to lead back to, it leads to a page of its own app.
#[test_on_both_engines]
async fn no_address_leads_to_another_site() {
    let salon = TestSalon::demo().await;
    let (asha, owner) = (salon.customer("Asha").await, salon.member("Ravi", Role::Owner).await);
    let booking = {
        let find = "select id from bookings where status = 'confirmed' order by id limit 1";
        let read = salon.app.db.read(move |conn| conn.one::<(String,)>(find, parlour_db::params![]));
        read.await.unwrap().unwrap().0
    };
    for target in [
        "//evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "https://evil.example",
        "javascript:alert(1)",
        "/\t/evil.example",
        "/\n/evil.example",
        "///evil.example",
        "%2f%2fevil.example",
        "/%5cevil.example",
        " //evil.example",
        "/.//evil.example",
        "evil.example",
        "http:evil.example",
        "/\u{2028}/evil.example",
        "data:text/html,x",
    ] {
        let encoded: String = url::form_urlencoded::byte_serialize(target.as_bytes()).collect();
        for (person, address) in [
            (&asha, format!("/sign-in?returnTo={encoded}")),
            (&owner, format!("/sign-in?returnTo={encoded}")),
            (&asha, format!("/onboarding?returnTo={encoded}")),
            (&owner, format!("/bookings/{booking}?back={encoded}")),
        ] {
            let person = person.clone().with_header("accept", "text/html");
            let reply = person.get(&address).await;
            if let Some(location) = reply.header("location") {
                assert!(leads_inside(location), "{address}: {location}");
            }
            assert!(!reply.text().contains("href=\"//"), "{address}");
            assert!(!reply.text().contains("href=\"https://evil"), "{address}");
        }
        let noted = format!("content=x&back={encoded}&returnTo={encoded}");
        let desk = owner.clone().with_header("accept", "text/html").with_header("referer", "https://evil.example/");
        let reply = desk.submit(&format!("/bookings/{booking}/note"), noted).await;
        let location = reply.header("location").expect("a note is taken");
        assert!(reply.status == 303 && leads_inside(location), "{target:?}: {location}");
        let profile = format!("phone=9876543210&dateOfBirth=1990-05-01&gender=female&returnTo={encoded}");
        let reply = asha.clone().with_header("accept", "text/html").submit("/onboarding", profile).await;
        let location = reply.header("location").unwrap_or_else(|| panic!("{target:?}: {}", reply.text()));
        assert!(leads_inside(location), "{target:?}: {location}");
        // Somebody who has to sign in first comes back to the page of the form.
        for referer in [format!("{}{target}", salon.url(AppKind::Customer)), "https://evil.example/x".to_owned()] {
            let Ok(value) = axum::http::HeaderValue::from_str(&referer) else { continue };
            let Ok(value) = value.to_str() else { continue };
            let visitor = salon.visitor().with_header("accept", "text/html").with_header("referer", value);
            let reply = visitor.submit("/me", "name=x").await;
            let location = reply.header("location").expect("to the sign-in").to_owned();
            assert!(location.starts_with("/sign-in?returnTo="), "{location}");
            let reply = asha.clone().with_header("accept", "text/html").get(&location).await;
            assert!(reply.header("location").is_some_and(leads_inside), "{location}: {:?}", reply.headers);
        }
    }
    salon.leaves_due_jobs("nobody reads the e-mails");
}

/// As a browser reads it.
fn leads_inside(location: &str) -> bool {
    let base = url::Url::parse("https://salon.example/some/page").unwrap();
    base.join(location).is_ok_and(|url| url.origin() == base.origin())
}
