//! Pages that say what went wrong, and other pages that say one thing.

use http::StatusCode;

use super::sample::{TEXTS, public_frame};
use super::screen::{Screen, state};
use crate::error_page;
use parlour_web::error_pages::ErrorPageContent;
use parlour_web::page::Tab;

const ERROR: Screen = Screen {
    name: "error",
    title: "Error pages",
    address: "/not-here",
    states: &[
        state("not-found", "An address that is not known", || {
            render(&page(TEXTS.errors().not_found_title(), TEXTS.errors().not_found()))
        }),
        state("forbidden", "Not for this account", || {
            render(&page(TEXTS.errors().forbidden_title(), TEXTS.errors().forbidden()))
        }),
        state("too-many", "Too many requests", || {
            render(&ErrorPageContent {
                retry: RETRY,
                ..page(TEXTS.errors().too_many_title(), TEXTS.errors().too_many())
            })
        }),
        state("unavailable", "The database is busy or down", || {
            render(&ErrorPageContent {
                retry: RETRY,
                ..page(TEXTS.errors().unavailable_title(), TEXTS.errors().unavailable())
            })
        }),
        state("internal", "A fault of ours", || {
            render(&ErrorPageContent {
                retry: RETRY,
                ..page(TEXTS.errors().internal_title(), TEXTS.errors().internal())
            })
        }),
        state("sign-in-failed", "The identity provider refused", || {
            let text = TEXTS.errors();
            let page = page(text.sign_in_failed_title(), text.sign_in_not_confirmed());
            render(&ErrorPageContent { retry: RETRY, ..page })
        }),
        state("sign-in-cancelled", "A sign-in for a booking was cancelled", || {
            let text = TEXTS.errors();
            let page = page(text.not_signed_in_title(), text.sign_in_cancelled_booking());
            render(&ErrorPageContent { retry: RETRY, booking: Some("/book/review"), ..page })
        }),
        state("conflict", "What was asked for is no longer possible", || {
            render(&page(TEXTS.errors().conflict_title(), TEXTS.errors().conflict()))
        }),
        state("invalid", "A form without a field that every page sends", || {
            render(&page(TEXTS.errors().invalid_title(), TEXTS.errors().invalid()))
        }),
    ],
};

const UNSUBSCRIBE: Screen = Screen {
    name: "unsubscribe",
    title: "Stop e-mails",
    address: "/unsubscribe",
    states: &[
        state("confirm", "The link in an e-mail", || {
            let button = Some(TEXTS.errors().unsubscribe_button());
            let page = message(TEXTS.errors().unsubscribe_title(), TEXTS.errors().unsubscribe());
            render(&ErrorPageContent { unsubscribe_button: button, ..page })
        }),
        state("done", "After the button", || {
            render(&message(TEXTS.errors().unsubscribed_title(), TEXTS.errors().unsubscribed()))
        }),
        state("unknown-link", "A link that is incomplete", || {
            render(&message(TEXTS.errors().unknown_link_title(), TEXTS.errors().unknown_link()))
        }),
    ],
};

pub(super) const SCREENS: &[Screen] = &[ERROR, UNSUBSCRIBE];

const RETRY: Option<&str> = Some("/screens/error/not-found");

pub(super) fn not_found() -> askama::Result<String> {
    render(&page(TEXTS.errors().not_found_title(), TEXTS.errors().not_found()))
}

fn page(heading: &'static str, text: &'static str) -> ErrorPageContent<'static> {
    ErrorPageContent { request_id: Some("0f6a2b94c1d8"), ..message(heading, text) }
}

fn message(heading: &'static str, text: &'static str) -> ErrorPageContent<'static> {
    ErrorPageContent {
        status: StatusCode::OK,
        has_session: false,
        heading,
        text,
        retry: None,
        booking: None,
        request_id: None,
        unsubscribe_button: None,
    }
}

fn render(content: &ErrorPageContent<'_>) -> askama::Result<String> {
    error_page::render(public_frame(content.heading, Tab::None), content)
}
