//! The browser's own way back to a form that was refused, and loading it again: the page of the form is shown, and nobody is
//! asked whether to send the form once more.

use parlour_domain::auth::app_kind::AppKind;
use parlour_testkit::actions::people::receptionist;
use parlour_testkit::chromium::{ChromiumOptions, Visitor};
use parlour_testkit::fixtures::live_salon::FRIDAY;
use parlour_testkit::{Engine, run};

use super::booking::{live_salon, review_path};
use super::visits::listening_salon;

const ERRORS: &str = "[data-part=errors]";

/// The page with this field is shown as to somebody who opens it.
async fn expect_form(visitor: &Visitor, path: &str, field: &str) {
    visitor.wait_for_path(path).await;
    visitor.wait_for(&format!("form[method=post] [name={field}]")).await;
    assert_eq!(visitor.count(ERRORS).await, 0, "{}", visitor.text().await);
}

#[test]
fn at_the_desk() {
    run(Engine::Sqlite, async || {
        let salon = listening_salon().await;
        let desk = receptionist(&salon).await;
        let visitor = Visitor::start(&salon, AppKind::Admin, ChromiumOptions::desktop()).await;
        visitor.sign_in_as(&desk).await;

        // A form at the address of its page.
        visitor.open("/leads/new").await;
        visitor.fill("name", "Sana Qureshi").await;
        visitor.fill("phone", "12").await;
        visitor.click("form[action='/leads/new'] button.main").await;
        visitor.wait_for(ERRORS).await;
        visitor.fill("phone", "9845012345").await;
        visitor.click("form[action='/leads/new'] button.main").await;
        visitor.wait_for_text("The lead was added.").await;
        let lead = visitor.path().await;
        visitor.back().await;
        expect_form(&visitor, "/leads/new", "phone").await;

        // A form whose address has no page of its own.
        visitor.open(&lead).await;
        visitor.press_button("Add note").await;
        visitor.wait_for(ERRORS).await;
        assert_eq!(visitor.path().await, format!("{lead}/notes"));
        visitor.reload().await;
        expect_form(&visitor, &lead, "content").await;
        visitor.press_button("Add note").await;
        visitor.wait_for(ERRORS).await;
        visitor.fill("content", "Calls tomorrow").await;
        visitor.press_button("Add note").await;
        visitor.wait_for_text("The note was added.").await;
        visitor.back().await;
        expect_form(&visitor, &lead, "content").await;

        // A form that an error page answers.
        let send = "const form = document.body.appendChild(document.createElement('form')); form.method = 'post';
            form.action = '/leads/nope/notes'; form.submit()";
        visitor.execute(send, &[]).await;
        visitor.wait_for("main.door").await;
        assert_eq!(visitor.path().await, "/leads/nope/notes");
        visitor.open("/leads").await;
        visitor.back().await;
        visitor.wait_for_path("/leads/nope").await;
        visitor.wait_for("main.door").await;
    });
}

#[test]
fn as_a_customer() {
    run(Engine::Sqlite, async || {
        let salon = live_salon().await;
        let asha = salon.customer("Asha").await;
        let visitor = Visitor::start(&salon, AppKind::Customer, ChromiumOptions::phone()).await;
        visitor.sign_in_as(&asha).await;

        visitor.open("/call-me").await;
        visitor.fill("phone", "12").await;
        visitor.press_button("Call me back").await;
        visitor.wait_for(ERRORS).await;
        visitor.fill("phone", "9845012345").await;
        visitor.press_button("Call me back").await;
        visitor.wait_for_text("Thank you, we call within the hour.").await;
        visitor.back().await;
        expect_form(&visitor, "/call-me", "phone").await;

        // What is booked stands in the form, and in its address.
        let review = review_path(FRIDAY, "12:00");
        visitor.open(&review).await;
        visitor.press_button("Confirm").await;
        visitor.wait_until("the visit is shown", "return location.pathname.startsWith('/visits/')").await;
        visitor.open(&review).await;
        visitor.press_button("Confirm").await;
        visitor.wait_for_text("You already have a visit at this time.").await;
        visitor.reload().await;
        expect_form(&visitor, "/book/review", "note").await;
    });
}
