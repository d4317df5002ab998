//! The privacy notice. A change of what it says needs a new `PRIVACY_NOTICE_VERSION`.

#[derive(Debug)]
pub struct PrivacyWords {
    pub title: &'static str,
    pub description: fn(&str) -> String,
    pub lede: fn(&str) -> String,
    pub version: fn(&str) -> String,
    pub sections: &'static [PrivacySection],
    pub contact: &'static str,
    pub contact_text: fn(&str) -> String,
    pub contact_phone: fn(&str) -> String,
    pub board: &'static str,
    pub to_me: &'static str,
}

#[derive(Debug)]
pub struct PrivacySection {
    pub heading: &'static str,
    pub text: &'static str,
    /// Term and explanation.
    pub items: &'static [(&'static str, &'static str)],
}

pub const ENGLISH: PrivacyWords = PrivacyWords {
    title: "Privacy",
    description: |salon| format!("What {salon} keeps about you, why, how long, and how you see, correct or erase it."),
    lede: |salon| format!("What {salon} keeps about you, why, and how you can see, correct or erase it."),
    version: |version| format!("Version {version}"),
    sections: &[
        PrivacySection {
            heading: "What we keep, and why",
            text: "Only what your visits need:",
            items: &[
                ("Name, e-mail and picture", "come from your sign-in, so that it is you who sees your visits."),
                ("Mobile number", "so that we can call you about a visit."),
                ("Date of birth", "for a birthday wish, if you said yes to offers, and to know who is under 18."),
                ("Gender", "for services that are offered to women or men, and for choosing who looks after you."),
                ("Visits, notes and wishes", "so that we can prepare them, and know what you are allergic to."),
                ("Invoices and payments", "because tax law requires them. We never see a card number."),
                ("Gems and memberships", "so that you can use them."),
                ("What you said yes and no to", "with the day and the version of this page."),
                (
                    "Devices you are signed in on",
                    "the browser's name and the internet address, so that you can sign out of a lost phone.",
                ),
                ("How you found us", "the name of the advertisement, if you came by one."),
            ],
        },
        PrivacySection {
            heading: "Messages",
            text: "You choose them on your page, and can change your mind there at any time, as easily as you said yes.",
            items: &[
                ("About your visits", "confirmations, changes and invoices belong to the service."),
                ("Reminders and spa hours", "can be switched off."),
                (
                    "Offers and birthday wishes",
                    "come only if you ticked the box, never to people under 18. Each e-mail has a link that ends them.",
                ),
            ],
        },
        PrivacySection {
            heading: "Who else sees it",
            text: "We sell nothing to anybody, and there is no advertising tracker on these pages.",
            items: &[
                ("Your sign-in provider", "confirms who you are. It does not learn what you book."),
                ("E-mail and push services", "carry our messages to you."),
                ("Your calendar app", "if you gave it the address of your calendar."),
                ("Authorities", "where the law obliges us."),
            ],
        },
        PrivacySection {
            heading: "How long",
            text: "",
            items: &[
                ("Your account", "until you erase it."),
                ("Invoices and the log of changes", "8 years, for tax law."),
                ("Copies of e-mails", "24 months; notifications 180 days."),
                ("A call-back request that led to no visit", "2 years."),
                ("A sign-in", "7 days after its last use."),
            ],
        },
        PrivacySection {
            heading: "Cookies",
            text: "A few of our own, which the pages need: your sign-in, the language, and a message after a form. None of others.",
            items: &[],
        },
        PrivacySection {
            heading: "Your rights",
            text: "Under the Digital Personal Data Protection Act, 2023 you may:",
            items: &[
                ("See it", "download everything on your page."),
                ("Correct it", "change your details on your page, or ask us."),
                ("Erase it", "on your page. What tax law requires stays, and nothing else."),
                ("Take back a yes", "on your page, or with the link in an e-mail."),
                ("Name somebody", "who may act for you if you cannot: tell us who."),
                ("Complain", "to us first, and we answer within 90 days."),
            ],
        },
    ],
    contact: "Ask us",
    contact_text: |salon| format!("{salon} answers every question about your data, in English or in your language."),
    contact_phone: |phone| format!("Call {phone}"),
    board: "If our answer does not help, you can turn to the Data Protection Board of India.",
    to_me: "To my page",
};
