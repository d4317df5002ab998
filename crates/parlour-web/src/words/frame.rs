//! The frame around every page: navigation, footer, forms.

#[derive(Debug)]
pub(crate) struct FrameWords {
    pub(crate) skip: &'static str,
    pub(crate) main_navigation: &'static str,
    pub(crate) book: &'static str,
    pub(crate) visits: &'static str,
    pub(crate) rewards: &'static str,
    pub(crate) me: &'static str,
    pub(crate) sign_in: &'static str,
    pub(crate) back: &'static str,
    pub(crate) notifications: &'static str,
    pub(crate) unread: fn(i64) -> String,
    pub(crate) privacy: &'static str,
    pub(crate) call_me: &'static str,
    pub(crate) all_services: &'static str,
    pub(crate) footer_navigation: &'static str,
    pub(crate) errors_title: &'static str,
    pub(crate) optional: &'static str,
    pub(crate) finish_profile: &'static str,
    pub(crate) finish_profile_link: &'static str,
}

pub(super) const ENGLISH: FrameWords = FrameWords {
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
