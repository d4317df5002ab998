//! Files that managers import and owners export in the browser, without scripts.

use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_testkit::browser::{Browser, Form, Page};
use parlour_testkit::{Person, SalonOptions, TestSalon, test_on_both_engines};
use tempfile::TempDir;

use crate::browser_files::salon_with_files;

pub(super) const CUSTOMERS_CSV: &str = "\
Name,Phone,E-mail,Loyalty card
Asha Rao,98450 11111,asha@example.com,7
\"Iyer, Meena\",+919845022222,,
Nobody,12345,not-an-email,
asha rao,9845011111,ASHA@example.com,8
";
const IMPORT_BUTTON: &str = "Import 2 rows";

async fn listening_salon_with_files() -> (TestSalon, TempDir) {
    salon_with_files(SalonOptions { listens: true, ..SalonOptions::default() }).await
}

fn desk_browser(salon: &TestSalon, person: &Person) -> Browser {
    let mut browser = Browser::at(salon, AppKind::Admin);
    browser.sign_in_as(person);
    browser
}

#[track_caller]
fn assert_says(page: &Page, parts: &[&str]) {
    for part in parts {
        assert!(page.has_text(part), "{part} in {}", page.text());
    }
}

pub(super) async fn form_for(browser: &mut Browser, kind: &str) -> Form {
    browser.visit(&format!("/imports?kind={kind}")).await.form_with_button("Check the file")
}

/// Sends a file.
pub(super) async fn send(browser: &mut Browser, form: Form, csv: &str) -> Page {
    browser.submit_and_follow(&form.with_file("file", "from-others.csv", csv.as_bytes())).await
}

#[test_on_both_engines]
async fn a_file_is_looked_at_and_imported_in_the_background() {
    let (salon, _storage) = listening_salon_with_files().await;
    let boss = salon.member("Meera", Role::Manager).await;
    let mut browser = desk_browser(&salon, &boss);
    let page = browser.visit("/imports").await.expect_status(200);
    browser.check_page(&page).await;
    assert_says(&page, &["Bring a file over", "dateOfBirth"]);
    assert!(!page.has_text("The last files"));

    let form = form_for(&mut browser, "customers").await;
    let page = send(&mut browser, form, CUSTOMERS_CSV).await.expect_status(200);
    browser.check_page(&page).await;
    let id = page.path().strip_prefix("/imports/").expect("the page of the import").to_owned();
    let import = boss.get(&format!("/api/imports/{id}")).await.expect_ok()["import"].clone();
    let figures: Vec<i64> = page.texts_of(".kpi dd").iter().map(|figure| figure.parse().unwrap()).collect();
    let [rows, accepted, duplicates] = ["rows", "accepted", "duplicates"].map(|name| import[name].as_i64().unwrap());
    assert_eq!(figures, [rows, accepted, duplicates, rows - accepted - duplicates]);
    assert_eq!(page.texts_of("nav.tabs a[aria-current=page]"), ["Import"]);
    assert_says(&page, &["E-mail", "email", import["refused"][0]["reason"].as_str().unwrap()]);
    assert!(!page.headers.contains_key("refresh"), "nothing runs yet");

    let stale = page.form_with_button(IMPORT_BUTTON);
    let page = browser.submit_and_follow(&page.form_with_button(IMPORT_BUTTON)).await;
    browser.check_page(&page).await;
    assert_says(&page, &["The import has begun.", "0 of 4 rows gone through", "You can leave this page"]);
    assert!(page.headers["refresh"].to_str().unwrap().ends_with(&format!("url=/imports/{id}")));
    // Another file waits, and so does whoever presses the button twice.
    let form = form_for(&mut browser, "customers").await;
    let page = send(&mut browser, form, CUSTOMERS_CSV).await.expect_status(409);
    assert_says(&page, &["Another file is being checked or imported."]);

    // Whoever has left comes back by the list.
    assert_says(&browser.visit("/imports").await, &["The last files", "Running"]);
    salon.run_due_jobs().await;
    assert_says(&browser.visit("/imports").await, &["Done", "2 of 4 rows were imported"]);
    let page = browser.visit(&format!("/imports/{id}")).await;
    browser.check_page(&page).await;
    assert_says(&page, &["Done", "Imported"]);
    assert!(!page.headers.contains_key("refresh"), "nothing runs any more");
    let page = browser.submit_and_follow(&stale.forge("key", "another")).await.expect_status(409);
    assert_says(&page, &["This file is imported already."]);
}

#[test_on_both_engines]
async fn what_is_wrong_with_a_file_stands_beside_the_field_that_mends_it() {
    let (salon, _storage) = listening_salon_with_files().await;
    let boss = salon.member("Meera", Role::Manager).await;
    let mut browser = desk_browser(&salon, &boss);
    let form = form_for(&mut browser, "customers").await;
    let page = browser.submit_and_follow(&form).await.expect_status(422);
    browser.check_page(&page).await;
    assert_eq!(page.field_error("file").as_deref(), Some("File is required"));
    assert_says(&page, &["dateOfBirth", "Date of birth.", "Phone number, with or without +91. Every file has it."]);
    assert!(!page.has_text("column.name"), "{}", page.text());

    let ambiguous = "name,phone,date of birth\nAsha,9845011111,04/05/1990\n";
    let form = page.form_with_button("Check the file");
    let page = send(&mut browser, form, ambiguous).await.expect_status(422);
    assert!(page.field_error("dateOrder").unwrap().contains("Line 2 has a date in dateOfBirth"), "{}", page.text());
    let form = page.form_with_button("Check the file").with("dateOrder", "dmy");
    let page = send(&mut browser, form, ambiguous).await.expect_status(200);
    assert_says(&page, &["Import 1 row"]);
    // Who sends it again need not say once more how its dates are written.
    let page = browser.click_link(&page, "Send the file again, with other columns").await;
    assert_eq!(page.form_with_button("Check the file").value("dateOrder"), Some("dmy"));

    let other_names = "Guest,Cell,Phone\nAsha Rao,9845011111,landline\n";
    let form = form_for(&mut browser, "customers").await;
    let page = send(&mut browser, form, other_names).await.expect_status(422);
    browser.check_page(&page).await;
    assert!(page.field_error("column.name").unwrap().contains("No column is called name"), "{}", page.text());
    let form = page.form_with_button("Check the file").with("column.name", "Guests").with("column.phone", "Cell");
    let page = send(&mut browser, form, other_names).await.expect_status(422);
    assert_eq!(page.field_error("column.name").as_deref(), Some("The file has no column Guests"));
    let form = page.form_with_button("Check the file");
    assert_eq!(form.value("column.phone"), Some("Cell"), "nothing typed is lost");
    let page = send(&mut browser, form.with("column.name", "Guest"), other_names).await.expect_status(200);
    assert_says(&page, &["Guest", "Cell", "Import 1 row"]);
    // The way back knows the columns.
    let page = browser.click_link(&page, "Send the file again, with other columns").await;
    let form = page.form_with_button("Check the file");
    assert_eq!((form.value("column.name"), form.value("column.phone")), (Some("Guest"), Some("Cell")));

    let form = form_for(&mut browser, "gems").await;
    let twice = "gems,customerPhone\n1,9845011111\n2,9845011111\n";
    let page = send(&mut browser, form, twice).await.expect_status(422);
    assert!(page.field_error("file").unwrap().contains("Line 3 is about the same customer as line 2"));
    let form = form_for(&mut browser, "customers").await;
    let page = send(&mut browser, form, &"a".repeat((20 << 20) + 1)).await.expect_status(422);
    assert_eq!(page.field_error("file").as_deref(), Some("The file must be at most 20 MiB"));
    salon.leaves_due_jobs("the files are deleted a day later");
}

#[test_on_both_engines]
async fn an_owner_exports_everything_and_fetches_it() {
    let (salon, _storage) = listening_salon_with_files().await;
    let (owner, boss) = (salon.member("Olga", Role::Owner).await, salon.member("Meera", Role::Manager).await);
    let desk = salon.member("Desk", Role::Receptionist).await;
    assert_eq!(desk_browser(&salon, &boss).visit("/exports").await.status, 403);
    assert_eq!(desk_browser(&salon, &desk).visit("/imports").await.status, 403);

    let mut browser = desk_browser(&salon, &owner);
    let page = browser.visit("/exports").await.expect_status(200);
    browser.check_page(&page).await;
    let form = page.form_with_button("Export everything");
    let page = browser.submit_and_follow(&form).await;
    assert_says(&page, &["The export has begun.", "Being written"]);
    assert!(page.headers.contains_key("refresh"));
    // Twice on the same button is once; another export waits.
    assert_says(&browser.submit_and_follow(&form).await.expect_status(200), &["Being written"]);
    let page = browser.submit_and_follow(&page.form_with_button("Export everything")).await.expect_status(409);
    assert_says(&page, &["Another export is being written."]);
    salon.run_due_jobs().await;
    let page = browser.visit("/exports").await;
    browser.check_page(&page).await;
    assert_says(&page, &["Ready", "The file is kept until"]);
    assert!(!page.headers.contains_key("refresh"));

    let link = page.links().into_iter().find(|link| link.text.starts_with("Download")).expect("a link to the file");
    assert_eq!(boss.get(link.url.path()).await.status, 403);
    let signed = owner.get(link.url.path()).await;
    let path = signed.header("location").unwrap().to_owned();
    assert!(signed.status == 303 && path.starts_with("/files/"), "{path}");
    let file = salon.admin_visitor().get(&path).await;
    assert_eq!((file.status.as_u16(), file.header("content-type")), (200, Some("application/zip")));
    assert_eq!(owner.get("/exports/nope/file").await.status, 404);
}
