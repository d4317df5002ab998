//! Sign-in, onboarding, the customer's own page, erasing, offline.

mod me;
mod privacy;

pub use me::MeWords;
pub use privacy::{PrivacySection, PrivacyWords};

#[derive(Debug)]
pub struct AccountWords {
    pub sign_in: SignInWords,
    pub onboarding: OnboardingWords,
    pub fields: FieldWords,
    pub me: MeWords,
    pub erase: EraseWords,
    pub offline: OfflineWords,
    pub privacy: PrivacyWords,
}

#[derive(Debug)]
pub struct SignInWords {
    pub title: &'static str,
    pub heading: fn(&str) -> String,
    pub lede: &'static str,
    pub button: &'static str,
    pub hint: &'static str,
    pub look_around: &'static str,
    pub look_around_link: &'static str,
}

#[derive(Debug)]
pub struct OnboardingWords {
    pub title: &'static str,
    pub eyebrow: &'static str,
    pub heading: fn(&str) -> String,
    /// With the day and time of the visit that somebody was about to ask for.
    pub lede: fn(Option<&str>) -> String,
    pub save: &'static str,
    pub save_visit: &'static str,
    pub later: &'static str,
}

/// Fields that onboarding and the customer's own page share.
#[derive(Debug)]
pub struct FieldWords {
    pub name: &'static str,
    pub phone: &'static str,
    pub date_of_birth: &'static str,
    pub date_of_birth_hint: &'static str,
    pub gender: &'static str,
    pub female: &'static str,
    pub male: &'static str,
    pub other: &'static str,
    pub undisclosed: &'static str,
    pub reminders: &'static str,
    pub reminders_hint: &'static str,
    pub membership_alerts: &'static str,
    pub membership_alerts_hint: &'static str,
    pub marketing: &'static str,
    pub marketing_hint: fn(&str) -> String,
    pub marketing_minor: &'static str,
    pub privacy_link: &'static str,
    pub confirm: &'static str,
}

impl FieldWords {
    /// The label of a field, for the list of errors above a form.
    pub fn label(&self, name: &str) -> &'static str {
        match name {
            "name" => self.name,
            "phone" => self.phone,
            "dateOfBirth" => self.date_of_birth,
            "gender" => self.gender,
            "confirm" => self.confirm,
            "marketingConsent" => self.marketing,
            "membershipAlertsEnabled" => self.membership_alerts,
            "appointmentRemindersEnabled" => self.reminders,
            _ => "",
        }
    }
}

#[derive(Debug)]
pub struct EraseWords {
    pub title: &'static str,
    pub lede: &'static str,
    pub effects: [&'static str; 4],
    pub kept: &'static str,
    pub confirm_hint: fn(&str) -> String,
    pub button: &'static str,
    pub keep: &'static str,
    pub sign_in_again_title: &'static str,
    pub sign_in_again: &'static str,
    pub sign_in_again_button: &'static str,
    pub membership_active: &'static str,
    pub last_owner: &'static str,
    pub no_email: &'static str,
}

#[derive(Debug)]
pub struct OfflineWords {
    pub title: &'static str,
    pub heading: &'static str,
    pub lede: &'static str,
    pub try_again: &'static str,
    pub call: &'static str,
    pub next_visit: &'static str,
}

pub const ENGLISH: AccountWords = AccountWords {
    sign_in: SignInWords {
        title: "Sign in",
        heading: |salon| format!("Welcome to {salon}"),
        lede: "Your visits, gems and spa hours, on every phone you use.",
        button: "Continue with Google",
        hint: "No password to remember. We read your name and e-mail, nothing else.",
        look_around: "You do not need an account to look around.",
        look_around_link: "See services and prices",
    },
    onboarding: OnboardingWords {
        title: "A few details",
        eyebrow: "Almost done",
        heading: |name| format!("Nice to meet you, {name}"),
        lede: |visit| {
            format!("So that we can reach you about {}. It takes half a minute.", visit.unwrap_or("your visits"))
        },
        save: "Save",
        save_visit: "Save and go on to my visit",
        later: "Later",
    },
    fields: FieldWords {
        name: "Name",
        phone: "Mobile number",
        date_of_birth: "Date of birth",
        date_of_birth_hint: "There is something sweet on the day.",
        gender: "Gender",
        female: "Woman",
        male: "Man",
        other: "Other",
        undisclosed: "Rather not say",
        reminders: "Remind me of my visits",
        reminders_hint: "By e-mail and on this phone",
        membership_alerts: "Tell me about my spa hours",
        membership_alerts_hint: "When they run low or end soon",
        marketing: "Send me offers and birthday wishes",
        marketing_hint: |version| format!("You can stop any time. Privacy notice of {version}."),
        marketing_minor: "From 18 years on. Below that, the law wants a parent's word first.",
        privacy_link: "What we keep, and why",
        confirm: "E-mail address",
    },
    me: me::ENGLISH,
    erase: EraseWords {
        title: "Erase my data",
        lede: "This cannot be undone.",
        effects: [
            "Visits to come are cancelled.",
            "Your name, e-mail, phone, birthday and notes are removed.",
            "Gems and past visits are no longer yours.",
            "You are signed out everywhere.",
        ],
        kept: "Invoices stay as long as tax law requires.",
        confirm_hint: |email| format!("Type {email} to confirm."),
        button: "Erase everything",
        keep: "Keep my account",
        sign_in_again_title: "Sign in again first",
        sign_in_again: "Nobody else shall do this on your phone, so it needs a sign-in of the last 10 minutes.",
        sign_in_again_button: "Sign in again",
        membership_active: "Your membership is still active. Ask us at the counter to end it first.",
        last_owner: "You are the last owner of this salon. Make somebody else owner first.",
        no_email: "Your account has no e-mail address to confirm with. Please call us.",
    },
    offline: OfflineWords {
        title: "No network",
        heading: "You are offline",
        lede: "As soon as the network is back, everything is where you left it.",
        try_again: "Try again",
        call: "You can still call us",
        next_visit: "Your next visit, as last seen",
    },
    privacy: privacy::ENGLISH,
};
