//! Who asks for a change, when, from where.

use std::net::IpAddr;

use parlour_domain::ids::UserId;
use parlour_domain::ist::Timestamp;
use parlour_domain::role::Role;

use crate::chance::Chance;

#[derive(Debug, Clone)]
pub struct Occasion {
    pub now: Timestamp,
    pub chance: Chance,
    pub who: Option<(UserId, Role)>,
    pub origin: Origin,
    pub request_id: Option<String>,
    pub address: Option<IpAddr>,
    /// Whether browsers listen for what changes.
    pub is_heard: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    CustomerApp,
    AdminApp,
    Job,
    Command,
}

impl Origin {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::CustomerApp => "customer",
            Self::AdminApp => "admin",
            Self::Job => "job",
            Self::Command => "command",
        }
    }
}

impl Occasion {
    /// Someone typed a command.
    pub fn command(now: Timestamp, chance: Chance) -> Self {
        Self {
            now,
            chance,
            who: None,
            origin: Origin::Command,
            request_id: None,
            address: None,
            is_heard: false,
        }
    }

    /// The clock asks, or something that happened before.
    pub fn job(now: Timestamp, chance: Chance) -> Self {
        Self { origin: Origin::Job, ..Self::command(now, chance) }
    }

    pub fn new_id(&self) -> String {
        self.chance.id(self.now)
    }
}
