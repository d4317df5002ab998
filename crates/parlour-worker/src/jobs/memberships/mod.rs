//! Jobs about memberships.

pub(super) mod membership_auto_expire;
pub(super) mod membership_expired_notice;
pub(super) mod membership_expiry;
pub(super) mod membership_usage_nudges;
