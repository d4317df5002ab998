//! Sign-in, onboarding, the customer's own page, privacy, offline.

use askama::Template;
use chrono::NaiveDate;
use parlour_domain::phone::NotAPhone;
use parlour_http::error::FieldError;

use super::sample::{TEXTS, USER, frame, in_days, public_frame, refused_form, salon, today};
use super::screen::{Screen, state};
use crate::account::erase::ErasePage;
use crate::account::me::MePage;
use crate::account::onboarding::OnboardingPage;
use crate::account::person_fields::{self, PersonFields};
use crate::account::sign_in::SignInPage;
use crate::account::site_pages::{OfflinePage, PrivacyPage};
use parlour_web::account::devices::Device;
use parlour_web::form::{FormState, no_fields};
use parlour_web::format::full_number;
use parlour_web::page::{Frame, Tab};

const SIGN_IN: Screen = Screen {
    name: "sign-in",
    title: "Sign in",
    address: "/sign-in",
    states: &[state("new", "One button", || {
        let texts = TEXTS.sign_in();
        let frame = public_frame(texts.title(), Tab::None).without_navigation();
        SignInPage { frame, heading: texts.heading("Aangan"), start: "/onboarding".to_owned() }.render()
    })],
};

const ONBOARDING: Screen = Screen {
    name: "onboarding",
    title: "A few details",
    address: "/onboarding",
    states: &[
        state("new", "After the first sign-in", || onboarding(new_form(), "/").render()),
        state("for-visit", "On the way to a visit", || onboarding(new_form(), "/book/review").render()),
        state("errors", "Every field is wrong", || {
            let form = refused_form(
                "phone=98450&dateOfBirth=&gender=",
                [("phone", NotAPhone.into()), ("dateOfBirth", FieldError::Required), ("gender", FieldError::Required)],
                person_fields::label,
            );
            onboarding(form, "/").render()
        }),
        state("minor", "Too young to agree to offers", || {
            let form = FormState::new([("phone", "98765 43210"), ("dateOfBirth", "2012-05-04"), ("gender", "female")]);
            let person = PersonFields::new(TEXTS, NaiveDate::from_ymd_opt(2012, 5, 4), today());
            OnboardingPage { person, ..onboarding(form, "/") }.render()
        }),
    ],
};

const ME: Screen = Screen {
    name: "me",
    title: "Me",
    address: "/me",
    states: &[
        state("plain", "With three devices", || me(details()).render()),
        state("saved", "After the details were saved", || {
            let page = me(details());
            MePage { frame: Frame { flash: Some(TEXTS.flash().profile_saved()), ..page.frame }, ..page }.render()
        }),
        state("errors", "Name and phone are wrong", || {
            let posted = "name=&phone=12&dateOfBirth=1994-03-08&gender=female";
            let errors = [("name", FieldError::Required), ("phone", NotAPhone.into())];
            me(refused_form(posted, errors, person_fields::label)).render()
        }),
        state("new-calendar", "The address of the calendar is shown once", || {
            let address = "https://aangan.example/calendar/8f2c61d0a94e4b17.ics".to_owned();
            MePage { calendar_address: Some(address), ..me(details()) }.render()
        }),
        state("no-calendar", "Without calendar and without messages on this phone", || {
            MePage { calendar: None, push_owner: None, ..me(details()) }.render()
        }),
    ],
};

const ERASE: Screen = Screen {
    name: "erase",
    title: "Erase my data",
    address: "/me/erase",
    states: &[
        state("confirm", "The e-mail address is typed", || erase(FormState::default()).render()),
        state("errors", "Another address was typed", || {
            let error = FieldError::Sentence(TEXTS.erase_account().not_confirmed().to_owned());
            erase(refused_form("confirm=asha@exmaple.com", [("confirm", error)], no_fields)).render()
        }),
        state("sign-in-again", "The sign-in is too long ago", || {
            ErasePage { needs_sign_in: true, ..erase(FormState::default()) }.render()
        }),
        state("membership", "Not possible with a membership", || {
            let obstacle = Some(TEXTS.erase_account().membership_active().to_owned());
            ErasePage { obstacle, ..erase(FormState::default()) }.render()
        }),
    ],
};

const PRIVACY: Screen = Screen {
    name: "privacy",
    title: "Privacy notice",
    address: "/privacy",
    states: &[state("text", "The whole notice", || privacy().render())],
};

const OFFLINE: Screen = Screen {
    name: "offline",
    title: "No network",
    address: "/offline",
    states: &[
        state("phones", "With the numbers of the branches", || offline(phones()).render()),
        state("no-phones", "A salon without a number", || offline(Vec::new()).render()),
    ],
};

pub(super) const SCREENS: &[Screen] = &[SIGN_IN, ONBOARDING, ME, ERASE, PRIVACY, OFFLINE];

fn new_form() -> FormState {
    FormState::new([("appointmentRemindersEnabled", "true"), ("membershipAlertsEnabled", "true")])
}

pub(super) fn details() -> FormState {
    FormState::new([
        ("name", "Asha Rao"),
        ("phone", "98765 43210"),
        ("dateOfBirth", "1994-03-08"),
        ("gender", "female"),
        ("appointmentRemindersEnabled", "true"),
        ("marketingConsent", "true"),
    ])
}

pub(super) fn person() -> PersonFields {
    PersonFields::new(TEXTS, NaiveDate::from_ymd_opt(1994, 3, 8), today())
}

fn onboarding(form: FormState, return_to: &str) -> OnboardingPage {
    let texts = TEXTS.onboarding();
    let is_booking = return_to.starts_with("/book");
    let booking = TEXTS.formats().day_and_time(&TEXTS.format_day(in_days(2), today()), "4:30 pm");
    OnboardingPage {
        frame: frame(texts.title(), Tab::None).without_navigation(),
        heading: texts.heading("Asha"),
        lede: if is_booking { texts.lede_for_visit(&booking) } else { texts.lede().to_owned() },
        save: if is_booking { texts.save_visit() } else { texts.save() },
        form,
        person: PersonFields::new(TEXTS, None, today()),
        return_to: return_to.to_owned(),
    }
}

fn me(form: FormState) -> MePage {
    let texts = TEXTS.me();
    let device = |id: &str, name: String, used: &str| Device {
        id: id.to_owned(),
        last_used: texts.last_used(used),
        sign_out: texts.sign_out_of(&name),
        is_current: false,
        is_desk: false,
        name,
    };
    MePage {
        frame: frame(texts.title(), Tab::Me),
        name: "Asha Rao".to_owned(),
        initials: "AR".to_owned(),
        email: Some("asha@example.com".to_owned()),
        details: form,
        messages: details(),
        person: person(),
        push_owner: Some(USER.to_owned()),
        calendar: Some(texts.calendar_since("3 Sep 2026")),
        calendar_address: None,
        devices: vec![
            Device { is_current: true, ..device("1", texts.device("Chrome", "Android"), "Today, 10:40 am") },
            device("2", texts.device("Safari", "iPhone"), "Sat 14 Nov, 7:05 pm"),
            Device { is_desk: true, ..device("3", texts.unknown_device().to_owned(), "Mon 2 Nov, 9:12 am") },
        ],
    }
}

fn erase(form: FormState) -> ErasePage {
    let texts = TEXTS.erase_account();
    ErasePage {
        frame: frame(texts.title(), Tab::Me),
        form,
        obstacle: None,
        needs_sign_in: false,
        confirm_hint: texts.confirm_hint("asha@example.com"),
    }
}

fn privacy() -> PrivacyPage {
    let texts = TEXTS.privacy();
    let number = "+918041234567";
    PrivacyPage {
        frame: public_frame(texts.title(), Tab::None),
        lede: texts.lede("Aangan"),
        version: texts.version("2026-11"),
        sections: texts.sections(),
        contact: texts.contact_text("Aangan"),
        phone: Some((number.to_owned(), texts.contact_phone(&full_number(number)))),
    }
}

fn offline(phones: Vec<(String, String)>) -> OfflinePage {
    OfflinePage { frame: public_frame(TEXTS.offline().title(), Tab::None), phones }
}

fn phones() -> Vec<(String, String)> {
    let branches = salon().branches.into_iter();
    let phone = branches.filter_map(|branch| Some((branch.name, branch.phone?)));
    phone.map(|(name, number)| (format!("{name}, {}", full_number(&number)), number)).collect()
}
