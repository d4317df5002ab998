//! The limits by name, and how many requests each allows.

use parlour_domain::rate_limit::Quota;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LimitName {
    Bookings,
    Leads,
    Availability,
    Services,
    Health,
    /// Pages that show free times.
    FreeTimes,
    /// The start and the end of a sign-in, on both apps.
    Auth,
}

impl LimitName {
    pub(crate) const ALL: [Self; 7] =
        [Self::Bookings, Self::Leads, Self::Availability, Self::Services, Self::Health, Self::FreeTimes, Self::Auth];

    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Bookings => "bookings",
            Self::Leads => "leads",
            Self::Availability => "availability",
            Self::Services => "services",
            Self::Health => "health",
            Self::FreeTimes => "free-times",
            Self::Auth => "auth",
        }
    }
}

/// The quota of every limit; `None` is off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quotas {
    pub bookings: Option<Quota>,
    pub leads: Option<Quota>,
    pub availability: Option<Quota>,
    pub services: Option<Quota>,
    pub health: Option<Quota>,
    pub free_times: Option<Quota>,
    pub auth: Option<Quota>,
}

impl Quotas {
    pub const OFF: Self = Self {
        bookings: None,
        leads: None,
        availability: None,
        services: None,
        health: None,
        free_times: None,
        auth: None,
    };

    pub(super) fn quota(&self, name: LimitName) -> Option<Quota> {
        match name {
            LimitName::Bookings => self.bookings,
            LimitName::Leads => self.leads,
            LimitName::Availability => self.availability,
            LimitName::Services => self.services,
            LimitName::Health => self.health,
            LimitName::FreeTimes => self.free_times,
            LimitName::Auth => self.auth,
        }
    }
}

impl Default for Quotas {
    /// The quotas of the contract, and those of pages with free times and of signing in.
    fn default() -> Self {
        let quota = |count, window_seconds| Some(Quota { count, window_seconds });
        Self {
            bookings: quota(5, 60),
            leads: quota(5, 60),
            availability: quota(10, 10),
            services: quota(20, 10),
            health: quota(30, 10),
            free_times: quota(60, 60),
            auth: quota(60, 60),
        }
    }
}
