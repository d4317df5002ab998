//! Jobs about customers, their gems, leads and offers.

pub(super) mod birthday_emails;
pub(super) mod gems_auto_expire;
pub(super) mod gems_expiry_reminder;
pub(super) mod lead_followups;
pub(super) mod offer_auto_expire;
