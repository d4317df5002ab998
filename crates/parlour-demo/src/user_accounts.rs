//! Users: one of every role, whom the sign-in page of the development provider offers.

use parlour_domain::auth::role::Role;
use parlour_domain::email_address::EmailAddress;
use parlour_domain::ids::UserId;
use parlour_domain::ist::{MINUTE_MS, Timestamp};
use parlour_store::Tx;
use parlour_store::users::user_records::{self, NewUser};

use super::DemoRefusal;
use super::random::DemoRandom;

/// Those of the team who write, decide and answer in the rest of the demo data.
#[derive(Debug)]
pub(super) struct DemoTeam {
    pub(super) manager: UserId,
    pub(super) receptionist: UserId,
}

pub(super) fn insert_team(tx: &mut Tx<'_>, random: &DemoRandom) -> Result<DemoTeam, DemoRefusal> {
    insert_user(tx, random, ("Vasundhara Hegde", "owner"), Role::Owner, random.business_time_days_ago(900))?;
    insert_user(
        tx,
        random,
        ("Debjit Bhowmick", "developer"),
        Role::Developer,
        random.business_time_days_ago(899),
    )?;
    let manager = ("Farida Contractor", "manager");
    let manager = insert_user(tx, random, manager, Role::Manager, random.business_time_days_ago(890))?;
    let receptionist = ("Ananya Pillai", "receptionist");
    let receptionist =
        insert_user(tx, random, receptionist, Role::Receptionist, random.business_time_days_ago(640))?;
    Ok(DemoTeam { manager, receptionist })
}

/// Someone who has signed in, proved their address at `demo.invalid` and told what onboarding asks.
pub(super) fn insert_user(
    tx: &mut Tx<'_>,
    random: &DemoRandom,
    (name, mailbox): (&str, &str),
    role: Role,
    since: Timestamp,
) -> Result<UserId, DemoRefusal> {
    let user = NewUser {
        id: UserId::new(random.id(since)),
        name: name.to_owned(),
        email: Some(demo_email_address(mailbox)),
        email_identifies: true,
        email_verified: true,
        image: None,
        role,
    };
    // Someone made by a command before the first branch may have taken the address.
    if !user_records::insert(tx, &user, since)? {
        return Err(DemoRefusal::NotEmpty);
    }
    user_records::set_onboarded(tx, &user.id, since.plus_millis(4 * MINUTE_MS))?;
    Ok(user.id)
}

/// No mail can ever reach `.invalid`.
pub(super) fn demo_email_address(mailbox: &str) -> EmailAddress {
    EmailAddress::stored(format!("{mailbox}@demo.invalid"))
}
