//! The frame around every page: navigation, footer, forms.

#[derive(Debug)]
pub struct FrameWords {
    pub skip: &'static str,
    pub main_navigation: &'static str,
    pub book: &'static str,
    pub visits: &'static str,
    pub rewards: &'static str,
    pub me: &'static str,
    pub sign_in: &'static str,
    pub back: &'static str,
    pub notifications: &'static str,
    pub unread: fn(i64) -> String,
    pub privacy: &'static str,
    pub call_me: &'static str,
    pub all_services: &'static str,
    pub footer_navigation: &'static str,
    pub errors_title: &'static str,
    pub optional: &'static str,
    pub finish_profile: &'static str,
    pub finish_profile_link: &'static str,
}

pub const ENGLISH: FrameWords = FrameWords {
    skip: "Skip to the content",
    main_navigation: "Main",
    book: "Book",
    visits: "Visits",
    rewards: "Rewards",
    me: "Me",
    sign_in: "Sign in",
    back: "Back",
    notifications: "Notifications",
    unread: |count| if count == 1 { "1 unread".to_owned() } else { format!("{count} unread") },
    privacy: "Privacy",
    call_me: "Call me back",
    all_services: "All services",
    footer_navigation: "More",
    errors_title: "Please look at this again",
    optional: "optional",
    finish_profile: "Your profile is not complete yet.",
    finish_profile_link: "Complete it",
};
