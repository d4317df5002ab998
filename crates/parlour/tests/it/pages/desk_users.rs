//! People and access at the desk, without scripts.

use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_testkit::actions::people::manager;
use parlour_testkit::browser::{Browser, Page};
use parlour_testkit::checks::database::update_rows;
use parlour_testkit::{Person, TestSalon, test_on_both_engines};
use serde_json::Value;

use super::visits::listening_salon;

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

pub(super) async fn find_user(owner: &Person, name: &str) -> Option<Value> {
    let listed = owner.get(&format!("/api/users?q={name}")).await.expect_ok();
    listed["users"].as_array().unwrap().first().cloned()
}

#[test_on_both_engines]
async fn somebody_is_invited_and_the_invitation_withdrawn() {
    let salon = listening_salon().await;
    let owner = salon.member("Olga", Role::Owner).await;
    let mut browser = desk_browser(&salon, &owner);
    let page = browser.visit("/users").await.expect_status(200);
    browser.check_page(&page).await;
    assert_says(&page, &["Olga", "Owner"]);
    let page = browser.visit("/users/new").await;
    browser.check_page(&page).await;
    let form = page.form_with("email");
    assert!(!form.options("role").iter().any(|(role, _)| role == "developer"), "a role above theirs");
    let page = browser.submit_and_follow(&form.clone().with("email", "harini")).await.expect_status(422);
    assert_says(&page, &["Name is required", "E-mail must be an e-mail address"]);
    let form = form.with("name", "Harini").with("email", "harini@example.in").with("role", "manager");
    let page = browser.submit_and_follow(&form.clone()).await;
    assert_says(
        &page,
        &[
            "The person is invited. No e-mail is set up here: please tell them yourself.",
            "Harini",
            "Invited",
            "Manager",
        ],
    );
    assert_says(&page, &["Please tell people to sign in at http"]);
    let again = browser.visit("/users/new").await.form_with("email");
    let again = again.with("name", "Harini").with("email", "harini@example.in");
    let page = browser.submit_and_follow(&again).await.expect_status(422);
    assert_eq!(page.field_error("email").as_deref(), Some("Somebody with this e-mail is known already"));

    let harini = find_user(&owner, "Harini").await.unwrap();
    let page = browser.visit(&format!("/users/{}", harini["id"].as_str().unwrap())).await;
    browser.check_page(&page).await;
    assert_says(&page, &["harini@example.in", "Invited until"]);
    let lapse = "update users set invitation_expires_at = '2027-02-27T04:30:00.000Z' where id = $1";
    update_rows(&salon, harini["id"].as_str().unwrap(), lapse).await;
    for path in ["/users", "/setup/team"] {
        let tags = browser.visit(path).await.texts_of(".tag");
        assert!(tags.iter().any(|tag| tag == "Invitation lapsed"), "{path}: {tags:?}");
        assert!(!tags.iter().any(|tag| tag == "Invited"), "{path}: {tags:?}");
    }
    let page = browser.visit(page.path()).await;
    assert!(page.has_text("Invitation lapsed") && !page.has_text("Invited until"), "{}", page.text());
    let page = browser
        .submit_and_follow(&page.form_with_button("Withdraw the invitation").press("Withdraw the invitation"))
        .await;
    assert_says(&page, &["The invitation was withdrawn."]);
    assert!(find_user(&owner, "Harini").await.is_none());
    salon.leaves_due_jobs("nobody reads the invitation");
}

#[test_on_both_engines]
async fn a_role_is_changed_up_to_ones_own_and_sessions_end() {
    let salon = listening_salon().await;
    let owner = salon.member("Olga", Role::Owner).await;
    let boss = manager(&salon).await;
    let dev = salon.member("Dev", Role::Developer).await;
    let mut browser = desk_browser(&salon, &owner);
    let path = format!("/users/{}", boss.id());
    let (first, second) = {
        let page = browser.visit(&path).await;
        (page.form_with_button("Save the role"), page.form_with_button("Save the role"))
    };
    let page = browser.submit_and_follow(&first.with("role", "receptionist").press("Save the role")).await;
    assert_says(&page, &["The role was changed."]);
    let page = browser.submit_and_follow(&second.with("role", "staff").press("Save the role")).await;
    let page = page.expect_status(409);
    assert_says(&page, &["This was changed meanwhile: Role (now “Front desk”)."]);
    assert_eq!(page.form_with_button("Save the role").value("role"), Some("staff"), "what was chosen stays");
    assert_eq!(boss.get("/services").await.status, 403);

    let own = browser
        .visit(&format!("/users/{}", owner.id()))
        .await
        .form_with_button("Save the role")
        .with("role", "manager");
    let page = browser.submit_and_follow(&own.press("Save the role")).await.expect_status(409);
    assert_says(&page, &["This is the last owner. Make somebody else owner first."]);
    let page = browser.visit(&format!("/users/{}", dev.id())).await;
    assert_says(&page, &["This person’s role is above yours."]);

    let form = browser.visit(&path).await.form_with_button("Save the role");
    let page = browser.submit_and_follow(&form.press("Sign out everywhere")).await;
    assert_says(&page, &["This person is signed out everywhere."]);
    assert_eq!(boss.get("/api/bookings").await.status, 401);
    assert_says(&browser.visit("/users?q=zzz").await, &["Nobody is found."]);
}
