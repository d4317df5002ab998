//! User accounts. There is one of every role that the sign-in page of the development provider lists.

use parlour_domain::auth::role::Role;
use parlour_domain::email_address::EmailAddress;
use parlour_domain::ids::UserId;
use parlour_domain::ist::{MINUTE_MS, Timestamp};
use parlour_store::Tx;
use parlour_store::users::user_records::{self, NewUser};

use super::random::{DemoRandom, full_hour};
use super::refusal::DemoRefusal;

/// The team members that other demo data refers to.
#[derive(Debug)]
pub(super) struct DemoTeam {
    pub(super) manager: UserId,
    pub(super) receptionist: UserId,
}

pub(super) fn insert_team(tx: &mut Tx<'_>, random: &DemoRandom) -> Result<DemoTeam, DemoRefusal> {
    let mut insert = |name, role: Role, days_ago| {
        let since = random.business_time_days_ago(days_ago);
        insert_user(tx, random, &DemoUser { name, mailbox: role.as_str(), role, since })
    };
    insert("Vasundhara Hegde", Role::Owner, 900)?;
    insert("Debjit Bhowmick", Role::Developer, 899)?;
    let manager = insert("Farida Contractor", Role::Manager, 890)?;
    let receptionist = insert("Ananya Pillai", Role::Receptionist, 640)?;
    Ok(DemoTeam { manager, receptionist })
}

/// A user with the e-mail address `mailbox@demo.invalid`.
#[derive(Debug)]
pub(super) struct DemoUser<'a> {
    pub(super) name: &'a str,
    pub(super) mailbox: &'a str,
    pub(super) role: Role,
    pub(super) since: Timestamp,
}

/// Inserts a user who has verified the e-mail address and completed onboarding.
pub(super) fn insert_user(
    tx: &mut Tx<'_>,
    random: &DemoRandom,
    demo_user: &DemoUser<'_>,
) -> Result<UserId, DemoRefusal> {
    let &DemoUser { name, mailbox, role, since } = demo_user;
    let user = NewUser {
        id: UserId::new(random.id(since)),
        name: name.to_owned(),
        email: Some(demo_email_address(mailbox)),
        email_identifies: true,
        email_verified: true,
        image: None,
        role,
    };
    // A command may have created a user with this address before the first branch.
    if !user_records::insert(tx, &user, since)? {
        return Err(DemoRefusal::NotEmpty);
    }
    user_records::set_onboarded(tx, &user.id, since.plus_millis(4 * MINUTE_MS))?;
    if role != Role::Customer {
        let this_morning = Timestamp::from_ist(random.date_in_days(0), full_hour(9));
        user_records::set_last_sign_in(tx, &user.id, this_morning.plus_days(-1))?;
    }
    Ok(user.id)
}

/// An address at `demo.invalid`, a domain that cannot receive e-mail.
pub(super) fn demo_email_address(mailbox: &str) -> EmailAddress {
    EmailAddress::from_stored(format!("{mailbox}@demo.invalid"))
}
