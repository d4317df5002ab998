//! What a queued job is about. Jobs that are no longer needed are found and withdrawn by their subject.

use std::fmt::{self, Display, Formatter};

use crate::ids::{BookingId, InvoiceId, MembershipId};
use crate::job::Job;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JobSubject<'a> {
    Booking(&'a BookingId),
    /// A no-show of a booking. Other changes to the booking do not withdraw this job.
    Noshow(&'a BookingId),
    Invoice(&'a InvoiceId),
    Membership(&'a MembershipId),
    /// A file that a browser has sent, or will fetch.
    File(&'a str),
    Schedule(Job),
}

impl Display for JobSubject<'_> {
    /// The text that the queue stores, such as `booking:0198…`.
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Booking(id) => write!(out, "booking:{id}"),
            Self::Noshow(id) => write!(out, "noshow:{id}"),
            Self::Invoice(id) => write!(out, "invoice:{id}"),
            Self::Membership(id) => write!(out, "membership:{id}"),
            Self::File(id) => write!(out, "file:{id}"),
            Self::Schedule(job) => write!(out, "schedule:{job}"),
        }
    }
}
