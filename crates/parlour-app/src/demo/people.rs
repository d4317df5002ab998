//! Users: one of every role, whom the sign-in page of the development provider offers.

use parlour_domain::email::Email;
use parlour_domain::ids::UserId;
use parlour_domain::ist::{MINUTE_MS, Timestamp};
use parlour_domain::role::Role;
use parlour_store::Tx;
use parlour_store::users::{self, NewUser};

use super::DemoRefusal;
use super::draws::Draws;

/// Those of the team who write, decide and answer in the rest of the demo data.
#[derive(Debug)]
pub(super) struct Team {
    pub(super) manager: UserId,
    pub(super) receptionist: UserId,
}

pub(super) fn hire(tx: &mut Tx<'_>, draws: &Draws) -> Result<Team, DemoRefusal> {
    register(tx, draws, ("Vasundhara Hegde", "owner"), Role::Owner, draws.business_hours(900))?;
    register(tx, draws, ("Debjit Bhowmick", "developer"), Role::Developer, draws.business_hours(899))?;
    let manager = ("Farida Contractor", "manager");
    let manager = register(tx, draws, manager, Role::Manager, draws.business_hours(890))?;
    let receptionist = ("Ananya Pillai", "receptionist");
    let receptionist = register(tx, draws, receptionist, Role::Receptionist, draws.business_hours(640))?;
    Ok(Team { manager, receptionist })
}

/// Someone who has signed in, proved their address at `demo.invalid` and told what onboarding asks.
pub(super) fn register(
    tx: &mut Tx<'_>,
    draws: &Draws,
    (name, mailbox): (&str, &str),
    role: Role,
    since: Timestamp,
) -> Result<UserId, DemoRefusal> {
    let user = NewUser {
        id: UserId::new(draws.id(since)),
        name: name.to_owned(),
        email: Some(address(mailbox)),
        email_identifies: true,
        email_verified: true,
        image: None,
        role,
    };
    // Someone made by a command before the first branch may have taken the address.
    if !users::insert(tx, &user, since)? {
        return Err(DemoRefusal::NotEmpty);
    }
    users::set_onboarded(tx, &user.id, since.plus_millis(4 * MINUTE_MS))?;
    Ok(user.id)
}

/// No mail can ever reach `.invalid`.
pub(super) fn address(mailbox: &str) -> Email {
    Email::stored(format!("{mailbox}@demo.invalid"))
}
