//! Pages that say what went wrong, and other pages that say one thing.

use askama::Template;

use super::sample::{WORDS, public_frame};
use super::{Screen, state};
use crate::error_pages::ErrorPage;
use crate::page::Tab;

const ERROR: Screen = Screen {
    name: "error",
    title: "Error pages",
    address: "/not-here",
    states: &[
        state("not-found", "An address that is not known", || {
            page(WORDS.errors.not_found_title, WORDS.errors.not_found).render()
        }),
        state("forbidden", "Not for this account", || {
            page(WORDS.errors.forbidden_title, WORDS.errors.forbidden).render()
        }),
        state("too-many", "Too many requests", || {
            ErrorPage { retry: RETRY, ..page(WORDS.errors.too_many_title, WORDS.errors.too_many) }.render()
        }),
        state("unavailable", "The database is busy or down", || {
            ErrorPage { retry: RETRY, ..page(WORDS.errors.unavailable_title, WORDS.errors.unavailable) }.render()
        }),
        state("internal", "A fault of ours", || {
            ErrorPage { retry: RETRY, ..page(WORDS.errors.internal_title, WORDS.errors.internal) }.render()
        }),
        state("sign-in-failed", "The identity provider refused", || {
            let said = "The sign-in took too long. Please try again.";
            ErrorPage { retry: RETRY, ..page(WORDS.errors.sign_in_failed_title, said) }.render()
        }),
        state("conflict", "What was asked for is no longer possible", || {
            page(WORDS.errors.conflict_title, "This visit was cancelled meanwhile.").render()
        }),
        state("invalid", "A form without a field that every page sends", || {
            page(WORDS.errors.invalid_title, "is not known here").render()
        }),
    ],
};

const UNSUBSCRIBE: Screen = Screen {
    name: "unsubscribe",
    title: "Stop e-mails",
    address: "/unsubscribe",
    states: &[
        state("confirm", "The link in an e-mail", || {
            let button = Some(WORDS.errors.unsubscribe_button);
            let page = message(WORDS.errors.unsubscribe_title, WORDS.errors.unsubscribe);
            ErrorPage { unsubscribe_button: button, ..page }.render()
        }),
        state("done", "After the button", || {
            message(WORDS.errors.unsubscribed_title, WORDS.errors.unsubscribed).render()
        }),
        state("unknown-link", "A link that is incomplete", || {
            message(WORDS.errors.unknown_link_title, WORDS.errors.unknown_link).render()
        }),
    ],
};

pub(super) const SCREENS: &[Screen] = &[ERROR, UNSUBSCRIBE];

const RETRY: Option<&str> = Some("/screens/error/not-found");

pub(super) fn not_found() -> askama::Result<String> {
    page(WORDS.errors.not_found_title, WORDS.errors.not_found).render()
}

fn page(heading: &'static str, text: &'static str) -> ErrorPage<'static> {
    ErrorPage { request_id: Some("0f6a2b94c1d8"), ..message(heading, text) }
}

fn message(heading: &'static str, text: &'static str) -> ErrorPage<'static> {
    let frame = public_frame(heading, Tab::None);
    ErrorPage { frame, heading, text, retry: None, request_id: None, unsubscribe_button: None }
}
