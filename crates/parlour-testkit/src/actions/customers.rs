//! Customers as the desk finds them.

use parlour_db::{DbError, Tx, params};
use parlour_domain::auth::role::Role;
use parlour_domain::email_address::EmailAddress;
use parlour_domain::ids::UserId;
use parlour_domain::ist::Timestamp;
use parlour_domain::phone::Phone;
use parlour_store::customers::profiles;
use parlour_store::users::user_records::{self, NewUser};

use crate::TestSalon;
use crate::checks::database::write_transaction;

pub const CUSTOMERS_PATH: &str = "/api/customers";

pub async fn insert_asha(salon: &TestSalon) {
    insert_directory_customers(
        salon,
        &[DirectoryCustomer { id: "asha", name: "Asha", phone: Some("9876543210"), ..DirectoryCustomer::default() }],
    )
    .await;
}

/// A customer of the directory, whose id is the name used in the test.
#[derive(Debug, Clone, Copy, Default)]
pub struct DirectoryCustomer {
    pub id: &'static str,
    pub name: &'static str,
    pub email: Option<&'static str>,
    pub phone: Option<&'static str>,
    pub visits: i64,
    pub spent: i64,
    pub noshows: i64,
    pub last_visit: Option<&'static str>,
    pub gems: Option<i64>,
}

impl DirectoryCustomer {
    pub fn insert(self, tx: &mut Tx<'_>, now: Timestamp) -> Result<(), DbError> {
        let id = UserId::new(self.id);
        let user = NewUser {
            id: id.clone(),
            name: self.name.into(),
            email: self.email.map(|email| EmailAddress::parse(email).unwrap()),
            email_identifies: true,
            email_verified: false,
            image: None,
            role: Role::Customer,
        };
        assert!(user_records::insert(tx, &user, now)?);
        profiles::create_if_missing(tx, &format!("profile-{}", self.id), &id, now)?;
        let last_visit = self.last_visit.map(|text| Timestamp::parse(text).unwrap());
        tx.execute(
            "update profiles set phone = $2, total_visits = $3, total_spent_paise = $4, noshow_count = $5,
                 first_visit_at = $6, last_visit_at = $6, gems_balance = $7 where user_id = $1",
            params![
                id,
                self.phone.map(|phone| Phone::parse(phone).unwrap()),
                self.visits,
                self.spent,
                self.noshows,
                last_visit,
                self.gems
            ],
        )?;
        profiles::refresh_directory_entry(tx, &id)
    }
}

pub async fn insert_directory_customers(salon: &TestSalon, people: &[DirectoryCustomer]) {
    let (people, now) = (people.to_vec(), salon.now());
    write_transaction(&salon.app, move |tx| people.iter().try_for_each(|person| person.insert(tx, now))).await;
}
