//! Every function of the store, on both engines: what is written is what is read.

use std::collections::BTreeMap;
use std::fmt::Debug;

use parlour_db::{Conn, DatabaseLocation, Db, DbError, Tx, params};
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_domain::billing::rounding::RoundInvoices;
use parlour_domain::branch::AvailabilityMode;
use parlour_domain::customer::{Gender, Language};
use parlour_domain::email_address::EmailAddress;
use parlour_domain::ids::{
    BranchId, CategoryId, HolidayId, LeadId, LeaveId, OfferId, ServiceId, SessionId, StaffId, TagId, TierId, UserId,
};
use parlour_domain::ist::{Timestamp, parse_date, time_at_minute};
use parlour_domain::lead::{LeadStatus, NewLead, Utm};
use parlour_domain::membership::DeskMembershipTerms;
use parlour_domain::offer::OfferType;
use parlour_domain::phone::Phone;
use parlour_domain::service::ServiceType;
use parlour_domain::staff::leave::LeaveStatus;
use parlour_store::audit::audit_entries;
use parlour_store::backup;
use parlour_store::branches::branch_records::{self, Branch};
use parlour_store::branches::holidays::{self, HolidayRow};
use parlour_store::catalogue::catalogue_records::{self, Category, Service};
use parlour_store::catalogue::hindi_names;
use parlour_store::customers::consents::{self, Consent};
use parlour_store::customers::customer_records::{self, CustomerNote, Tag};
use parlour_store::customers::profiles::{self, Profile};
use parlour_store::customers::{erasure, personal_data_export};
use parlour_store::idempotency::{self, IdempotentRequest};
use parlour_store::jobs::queued_jobs;
use parlour_store::leads::lead_records;
use parlour_store::memberships::tiers::{self, Tier};
use parlour_store::offers::offer_records::{self, Offer};
use parlour_store::staff::leave::{self, LeaveRow};
use parlour_store::staff::staff_changes::{self, StaffProfile};
use parlour_store::staff::staff_records::{self, Shift};
use parlour_store::users::sessions::{self, NewSession};
use parlour_store::users::user_records::{self, NewUser};
use parlour_testkit::checks::time::parse_timestamp;
use parlour_testkit::{Engine, TestSalon, test_on_both_engines};

const NAME: &str = "Åsha “আশা” O'Neil 💅\n\"; drop table users; --";

async fn write_rows<T: Send + 'static>(
    db: &Db,
    work: impl Fn(&mut Tx<'_>) -> Result<T, DbError> + Send + 'static,
) -> T {
    db.write(work).await.unwrap()
}

/// Row types have no equality of their own; what they show of themselves is all they hold.
#[track_caller]
fn assert_same(read: &impl Debug, written: &impl Debug) {
    assert_eq!(format!("{read:?}"), format!("{written:?}"));
}

fn test_now() -> Timestamp {
    parse_timestamp("2027-03-01T04:30:00.123Z")
}

fn test_later() -> Timestamp {
    parse_timestamp("2027-03-01T04:30:00.124Z")
}

fn parse_email(text: &str) -> EmailAddress {
    EmailAddress::parse(text).unwrap()
}

fn asha_id() -> UserId {
    UserId::new("asha")
}

fn new_user(id: &str, role: Role) -> NewUser {
    NewUser {
        id: UserId::new(id),
        name: NAME.into(),
        email: Some(parse_email(&format!("{id}.Mixed@Example.in"))),
        email_identifies: true,
        email_verified: false,
        image: None,
        role,
    }
}

fn count_all(conn: &mut Conn<'_>, sql: &'static str) -> Result<i64, DbError> {
    Ok(conn.one::<(i64,)>(sql, params![])?.map_or(0, |(count,)| count))
}

#[test_on_both_engines]
async fn users_and_sessions_are_read_as_written() {
    let salon = TestSalon::open().await;
    let told = salon.app.db.write(|tx: &mut Tx<'_>| -> Result<(), DbError> {
        assert!(user_records::insert(tx, &new_user("asha", Role::Customer), test_now())?);
        let same_email = NewUser { id: UserId::new("other"), ..new_user("asha", Role::Customer) };
        let folded_alike = NewUser { email: Some(parse_email("ASHA.mixed@example.IN")), ..same_email.clone() };
        assert!(!user_records::insert(tx, &folded_alike, test_now())?, "the e-mail identifies someone already");
        assert!(user_records::insert(tx, &NewUser { email_identifies: false, ..folded_alike }, test_now())?);
        let nobody = NewUser { id: UserId::new("no-email"), email: None, ..same_email };
        assert!(user_records::insert(tx, &nobody, test_now())?);

        let user = user_records::by_id(tx, &asha_id())?.unwrap();
        assert_eq!((user.name.as_str(), user.role, user.onboarded), (NAME, Role::Customer, false));
        assert_eq!((user.email_verified, &user.image, user.created_at), (false, &None, test_now()));
        assert_eq!(user.email.as_ref().unwrap().as_str(), "asha.Mixed@Example.in");
        assert_same(&user_records::by_email(tx, &parse_email("ASHA.MIXED@example.in"))?.unwrap(), &user);
        assert!(user_records::by_id(tx, &UserId::new("Asha"))?.is_none(), "identifiers are not folded");
        assert!(user_records::by_email(tx, &parse_email("x@example.in"))?.is_none());
        let reader = user_records::find_reader(tx, &asha_id())?.unwrap();
        assert_eq!((&reader.id, reader.name.as_str(), reader.onboarded), (&asha_id(), NAME, false));
        assert_eq!((reader.email, reader.language), (user.email.clone(), None));
        assert!(user_records::find_reader(tx, &UserId::new("Asha"))?.is_none());

        assert!(!user_records::has_identity(tx, &asha_id())?);
        assert!(user_records::link_identity(tx, &asha_id(), "https://idp.example", NAME, test_now())?);
        assert!(!user_records::link_identity(tx, &UserId::new("other"), "https://idp.example", NAME, test_now())?);
        assert!(user_records::has_identity(tx, &asha_id())?);
        assert_same(&user_records::by_identity(tx, "https://idp.example", NAME)?.unwrap(), &user);
        assert!(user_records::by_identity(tx, "https://idp.example/", NAME)?.is_none());

        user_records::mark_email_verified(tx, &asha_id(), test_later())?;
        user_records::set_image(tx, &asha_id(), "https://img.example/ä.png", test_later())?;
        user_records::set_role(tx, &asha_id(), Role::Owner, test_later())?;
        user_records::set_onboarded(tx, &asha_id(), test_later())?;
        user_records::rename(tx, &asha_id(), "ŁUCJA", test_later())?;
        let user = user_records::by_id(tx, &asha_id())?.unwrap();
        assert_eq!((user.email_verified, user.onboarded, user.role), (true, true, Role::Owner));
        assert_eq!((user.image.as_deref(), user.name.as_str()), (Some("https://img.example/ä.png"), "ŁUCJA"));
        let folded = tx.one::<(String, Timestamp)>(
            "select name_folded, updated_at from users where id = $1",
            params![asha_id()],
        )?;
        assert_eq!(folded, Some(("łucja".to_owned(), test_later())));
        assert_eq!(user_records::lock_and_count_owners(tx)?, 1);
        let other = UserId::new("other");
        user_records::confirm_email(tx, &other, &parse_email("asha.mixed@example.in"), test_later())?;
        assert!(!user_records::by_id(tx, &other)?.unwrap().email_verified, "it is another's");
        user_records::confirm_email(tx, &other, &parse_email("Own@Example.in"), test_later())?;
        let confirmed = user_records::by_email(tx, &parse_email("own@example.in"))?.unwrap();
        assert_eq!((confirmed.id, confirmed.email_verified), (other, true));
        let people = user_records::list_for_sign_in_page(tx, 10)?;
        assert_eq!(people.iter().map(|user| user.id.as_str()).collect::<Vec<_>>(), ["asha", "other"]);

        let session = NewSession {
            id: &SessionId::new("s1"),
            token_hash: "hash",
            user_id: &asha_id(),
            app: AppKind::Admin,
            user_agent: Some(NAME),
            authenticated_at: test_now(),
        };
        let expires_at = parse_timestamp("2027-03-08T04:30:00.123Z");
        sessions::insert(tx, &session, test_now(), expires_at)?;
        let alive = sessions::find_session(tx, "hash", AppKind::Admin)?.unwrap();
        assert_eq!((alive.id.as_str(), &alive.user_id, alive.role), ("s1", &asha_id(), Role::Owner));
        assert_eq!((alive.signed_in_at, alive.extended_at, alive.expires_at), (test_now(), test_now(), expires_at));
        assert_eq!(alive.created_at, test_now());
        assert!(sessions::find_session(tx, "hash", AppKind::Customer)?.is_none());
        let longer = expires_at.plus_days(1);
        assert!(sessions::extend(tx, &alive, test_later(), longer)?);
        assert!(!sessions::extend(tx, &alive, test_later(), longer)?, "someone else has just done so");
        let extended = sessions::find_session(tx, "hash", AppKind::Admin)?.unwrap();
        assert_eq!(
            (extended.signed_in_at, extended.extended_at, extended.expires_at),
            (test_now(), test_later(), longer)
        );
        let asked = sessions::lock_session_user(tx, &SessionId::new("s1"), &asha_id())?;
        assert!(tx.answer(&asked)?);
        sessions::end_session(tx, &SessionId::new("s1"))?;
        assert!(sessions::find_session(tx, "hash", AppKind::Admin)?.is_none());
        sessions::insert(tx, &session, test_now(), expires_at)?;
        assert_eq!((sessions::end_all_of_user(tx, &asha_id())?, sessions::end_all_of_user(tx, &asha_id())?), (1, 0));
        sessions::insert(tx, &session, test_now(), expires_at)?;
        Ok(())
    });
    told.await.unwrap();
    for (session, user) in [("s1", "nobody"), ("ended", "asha")] {
        let refused = salon.app.db.write(move |tx: &mut Tx<'_>| {
            let asked = sessions::lock_session_user(tx, &SessionId::new(session), &UserId::new(user))?;
            assert!(!tx.answer(&asked)?, "{session} of {user}");
            Err::<(), _>(DbError::Overloaded)
        });
        assert!(matches!(refused.await, Err(DbError::Overloaded)));
    }
}

fn full_profile() -> Profile {
    Profile {
        id: "profile".into(),
        user_id: asha_id(),
        phone: Some(Phone::parse("9876543210").unwrap()),
        gender: Some(Gender::Other),
        date_of_birth: parse_date("2000-02-29"),
        marketing_consent: true,
        marketing_consent_at: Some(test_now()),
        appointment_reminders_enabled: false,
        membership_alerts_enabled: false,
        language: Language::Hindi,
        acquisition_source: Some(NAME.into()),
        utm_campaign: Some(String::new()),
        utm_medium: Some("medium".into()),
        utm_source: Some("source".into()),
        first_visit_at: Some(parse_timestamp("2001-01-01T00:00:00.001Z")),
        last_visit_at: Some(parse_timestamp("9999-12-31T23:59:59.999Z")),
        total_visits: i64::MAX,
        total_spent_paise: i64::MAX,
        noshow_count: 1,
        late_cancellation_count: 2,
        consecutive_completed_bookings: 3,
        booking_requires_approval: true,
        created_at: test_now(),
        updated_at: test_later(),
    }
}

#[test_on_both_engines]
async fn profiles_and_consents_are_read_as_written() {
    let salon = TestSalon::open().await;
    let told = salon.app.db.write(|tx: &mut Tx<'_>| -> Result<(), DbError> {
        for id in ["asha", "ravi"] {
            user_records::insert(tx, &new_user(id, Role::Customer), test_now())?;
        }
        profiles::insert(tx, &full_profile())?;
        assert_same(&profiles::find_by_user(tx, &asha_id())?.unwrap(), &full_profile());
        let language_of = |tx: &mut Tx<'_>, user: &UserId| -> Result<Option<Language>, DbError> {
            Ok(user_records::find_reader(tx, user)?.unwrap().language)
        };
        assert_eq!(language_of(tx, &asha_id())?, Some(Language::Hindi), "of the profile");

        let ravi = UserId::new("ravi");
        assert!(profiles::find_by_user(tx, &ravi)?.is_none());
        assert!(profiles::create_if_missing(tx, "ravi's", &ravi, test_now())?);
        assert!(!profiles::create_if_missing(tx, "another", &ravi, test_later())?);
        let mut profile = profiles::find_by_user(tx, &ravi)?.unwrap();
        assert_eq!((profile.id.as_str(), &profile.phone, &profile.date_of_birth), ("ravi's", &None, &None));
        assert_eq!((profile.total_visits, profile.appointment_reminders_enabled), (0, true));
        assert_eq!((profile.language, language_of(tx, &ravi)?), (Language::English, None), "nobody has chosen it");
        user_records::set_language(tx, &ravi, Language::English, test_now())?;
        assert_eq!(language_of(tx, &ravi)?, Some(Language::English));
        // Everything that people change themselves, and nothing else.
        profile = Profile {
            id: profile.id,
            user_id: ravi.clone(),
            first_visit_at: None,
            last_visit_at: None,
            total_visits: 0,
            total_spent_paise: 0,
            noshow_count: 0,
            late_cancellation_count: 0,
            consecutive_completed_bookings: 0,
            booking_requires_approval: false,
            created_at: test_now(),
            ..full_profile()
        };
        profiles::save(tx, &profile)?;
        assert_same(&profiles::find_by_user(tx, &ravi)?.unwrap(), &profile);
        user_records::rename(tx, &ravi, "RAVI Ñ", test_later())?;
        profiles::refresh_directory_entry(tx, &ravi)?;
        let directory = tx.one::<(String, String, bool, String)>(
            "select d.name_folded, d.search_text, p.in_directory, p.birthday
             from profiles p join directory_texts d on d.user_id = p.user_id where p.user_id = 'ravi'",
            params![],
        )?;
        let search = "ravi ñ\n+919876543210\nravi.mixed@example.in\nraviñ".to_owned();
        assert_eq!(directory, Some(("ravi ñ".to_owned(), search, true, "02-29".to_owned())));
        user_records::set_role(tx, &ravi, Role::Staff, test_later())?;
        assert_eq!(count_all(tx, "select count(*) from profiles where in_directory")?, 1);
        assert_eq!(count_all(tx, "select count(*) from directory_texts")?, 1);

        let consent = |given, recorded_at| Consent {
            purpose: consents::MARKETING_PURPOSE.into(),
            given,
            notice_version: NAME.into(),
            recorded_at,
        };
        consents::insert_consent(tx, "c2", &asha_id(), &consent(false, test_later()))?;
        consents::insert_consent(tx, "c1", &asha_id(), &consent(true, test_now()))?;
        assert_same(
            &consents::list_by_user(tx, &asha_id())?,
            &[consent(true, test_now()), consent(false, test_later())],
        );
        assert!(consents::list_by_user(tx, &ravi)?.is_empty());
        Ok(())
    });
    told.await.unwrap();
}

fn new_category(id: &str, display_order: i64, is_active: bool) -> Category {
    Category {
        id: CategoryId::new(id),
        name: NAME.into(),
        slug: format!("category-{id}"),
        description: String::new(),
        name_hi: None,
        description_hi: None,
        service_type: ServiceType::Spa,
        display_order,
        is_active,
        created_at: test_now(),
        updated_at: test_later(),
    }
}

fn new_service(id: &str, category: &str, display_order: i64) -> Service {
    Service {
        id: ServiceId::new(id),
        category_id: CategoryId::new(category),
        name: format!("{NAME} {id}"),
        slug: format!("slug-{id}"),
        description: NAME.into(),
        name_hi: None,
        description_hi: None,
        duration_minutes: i64::MAX,
        buffer_minutes: 0,
        price_paise: 10_000_000_000,
        is_active: true,
        image_url: None,
        display_order,
        gems_redeemable: false,
        gems_required: None,
        gems_catalogue_order: None,
        created_at: test_now(),
        updated_at: test_later(),
    }
}

fn new_branch(id: &str, number: i64, status: &str) -> Branch {
    Branch {
        id: BranchId::new(id),
        code: format!("B{number}"),
        number,
        name: NAME.into(),
        address: "1, MG Road\nपुणे".into(),
        phone: None,
        gstin: Some("27ABCDE1234F1Z5".into()),
        gst_registered: true,
        status: status.into(),
        is_primary: number == 2,
        opens_at: time_at_minute(0),
        closes_at: time_at_minute(23 * 60 + 59),
        hours: None,
        max_pending_per_customer: None,
        availability_mode: AvailabilityMode::Live,
        cancel_window_minutes: (number == 2).then_some(0),
        hold_minutes: i64::MAX,
        desk_discount_percent: 0,
        desk_membership_terms: DeskMembershipTerms::Any,
        round_invoices: RoundInvoices::None,
        upi_id: None,
        upi_name: None,
        logo_url: None,
        created_at: test_now(),
        updated_at: test_later(),
    }
}

fn new_offer(id: &str, display_order: i64, dates: (&str, &str)) -> Offer {
    Offer {
        id: OfferId::new(id),
        name: NAME.into(),
        slug: format!("offer-{id}"),
        description: None,
        name_hi: None,
        description_hi: None,
        offer_type: OfferType::ComboPrice,
        discount_percentage: None,
        discount_amount_paise: Some(i64::MAX),
        combo_price_paise: Some(1),
        start_date: parse_date(dates.0).unwrap(),
        end_date: parse_date(dates.1).unwrap(),
        is_active: true,
        terms: Some(String::new()),
        image_url: None,
        display_order,
        created_at: test_now(),
        updated_at: test_later(),
    }
}

#[test_on_both_engines]
async fn the_catalogue_and_the_branches_are_read_as_written() {
    let salon = TestSalon::open().await;
    let told = salon.app.db.write(|tx: &mut Tx<'_>| -> Result<(), DbError> {
        let categories = [new_category("last", i64::MAX, true), new_category("first", i64::MIN, true)];
        for category in categories.iter().chain([&new_category("off", 0, false)]) {
            catalogue_records::insert_category(tx, category)?;
        }
        assert_same(&catalogue_records::active_categories(tx)?, &[&categories[1], &categories[0]]);
        let rich = Service {
            description_hi: Some(NAME.into()),
            image_url: Some("https://img.example/é.webp".into()),
            gems_redeemable: true,
            gems_required: Some(i64::MAX),
            gems_catalogue_order: Some(i64::MIN),
            ..new_service("rich", "first", -1)
        };
        let hidden = Service { is_active: false, ..new_service("hidden", "first", 0) };
        for service in
            [&new_service("a", "last", 0), &hidden, &rich, &new_service("z", "first", -1), &new_service("x", "off", 0)]
        {
            catalogue_records::insert_service(tx, service, "999721")?;
        }
        let active = catalogue_records::active_services(tx)?;
        assert_same(&active, &[&rich, &new_service("z", "first", -1), &new_service("a", "last", 0)]);
        assert_same(&catalogue_records::service_by_slug(tx, "slug-hidden")?.unwrap(), &hidden);
        assert!(catalogue_records::service_by_slug(tx, "SLUG-hidden")?.is_none());
        assert!(catalogue_records::service_exists(tx, &ServiceId::new("x"))?);
        let namesakes: [(&str, &str, Option<&str>); 4] = [
            ("t1", "twin", Some("जुड़वाँ")),
            ("t2", "twin", Some("दूसरा")),
            ("o1", "own", Some("अपना")),
            ("o2", "own", None),
        ];
        for (id, name, name_hi) in namesakes {
            let (name, name_hi) = (name.to_owned(), name_hi.map(str::to_owned));
            let service = Service { name, name_hi, ..new_service(id, "off", 9) };
            catalogue_records::insert_service(tx, &service, "999721")?;
        }
        assert_eq!(hindi_names::list_service_names(tx)?, [("own".to_owned(), "अपना".to_owned())]);
        assert!(hindi_names::list_offer_names(tx)?.is_empty() && hindi_names::list_tier_names(tx)?.is_empty());
        assert!(!catalogue_records::service_exists(tx, &ServiceId::new("y"))?);

        let day = |date| parse_date(date).unwrap();
        let (now_on, later_on) =
            (new_offer("1", 2, ("2027-03-01", "2027-03-01")), new_offer("2", 1, ("2027-02-28", "9999-12-31")));
        offer_records::insert(tx, &now_on, &[ServiceId::new("z"), ServiceId::new("a")])?;
        offer_records::insert(tx, &later_on, &[])?;
        offer_records::insert(tx, &Offer { is_active: false, ..new_offer("3", 0, ("2027-01-01", "2028-01-01")) }, &[])?;
        assert_same(&offer_records::list_current(tx, day("2027-03-01"))?, &[&later_on, &now_on]);
        assert_same(&offer_records::list_current(tx, day("2027-03-02"))?, &[&later_on]);
        assert!(offer_records::list_current(tx, day("0001-01-01"))?.is_empty());
        let of_offers = offer_records::list_services_of_current(tx, day("2027-03-01"))?;
        let of_offers: Vec<_> = of_offers
            .iter()
            .map(|found| (found.offer_id.as_str(), found.service_id.as_str(), &*found.service_name))
            .collect();
        assert_eq!(of_offers, [("1", "z", &*format!("{NAME} z")), ("1", "a", &*format!("{NAME} a"))]);

        assert!(branch_records::has_no_branches(tx)?);
        for branch in
            [new_branch("one", 1, "operational"), new_branch("two", 2, "operational"), new_branch("three", 3, "closed")]
        {
            branch_records::insert(tx, &branch)?;
        }
        assert!(!branch_records::has_no_branches(tx)?);
        assert_same(
            &branch_records::list_operational(tx)?,
            &[new_branch("two", 2, "operational"), new_branch("one", 1, "operational")],
        );
        let holiday = HolidayRow {
            id: HolidayId::new("h"),
            branch_id: BranchId::new("one"),
            date: day("2027-11-01"),
            name: "दिवाली".into(),
            created_at: test_now(),
        };
        assert!(holidays::insert(tx, &holiday)?);
        assert!(!holidays::insert(tx, &HolidayRow { id: HolidayId::new("h2"), ..holiday.clone() })?);
        let stored =
            tx.all_with("select holiday_date, name, created_at from branch_holidays", params![], |columns| {
                Ok((columns.take()?, columns.take::<String>()?, columns.take()?))
            })?;
        assert_eq!(stored, [(holiday.date, holiday.name, test_now())]);
        Ok(())
    });
    told.await.unwrap();
}

/// A customer, someone who works here, and where.
fn insert_people(tx: &mut Tx<'_>) -> Result<(), DbError> {
    user_records::insert(tx, &new_user("asha", Role::Customer), test_now())?;
    user_records::insert(tx, &new_user("ravi", Role::Staff), test_now())?;
    branch_records::insert(tx, &new_branch("one", 1, "operational"))
}

fn ravi_id() -> UserId {
    UserId::new("ravi")
}

fn new_note(author: &str) -> CustomerNote {
    CustomerNote {
        id: "n".into(),
        customer_id: asha_id(),
        author_id: UserId::new(author),
        booking_id: None,
        content: NAME.into(),
        created_at: test_now(),
    }
}

#[test_on_both_engines]
async fn staff_and_their_shifts_are_read_as_written() {
    let salon = TestSalon::open().await;
    let told = salon.app.db.write(|tx: &mut Tx<'_>| -> Result<(), DbError> {
        insert_people(tx)?;
        let day = |date| parse_date(date).unwrap();
        let member = StaffProfile {
            id: StaffId::new("m"),
            user_id: ravi_id(),
            branch_id: BranchId::new("one"),
            display_name: NAME.into(),
            gender: Gender::Male,
            service_types: vec![ServiceType::Spa],
            is_active: true,
            image_url: None,
            created_at: test_now(),
            updated_at: test_now(),
        };
        assert!(staff_changes::insert_unless_active(tx, &member)?);
        let stored = tx.one::<(String, bool, bool, Timestamp)>(
            "select display_name, serves_salon, serves_spa, updated_at from staff where is_active and gender = 'male'",
            params![],
        )?;
        assert_eq!(stored, Some((NAME.to_owned(), false, true, test_now())));
        let minutes = time_at_minute;
        let shift = Shift {
            id: "s".into(),
            staff_id: StaffId::new("m"),
            weekday: 7,
            start_time: minutes(600),
            end_time: minutes(1439),
            breaks: vec![(minutes(780), minutes(840)), (minutes(1000), minutes(1015))],
        };
        staff_records::insert_shift(tx, &shift)?;
        let stored = tx.all_with(
            "select s.weekday, s.start_time, s.end_time, b.start_time, b.end_time
             from staff_shifts s join staff_shift_breaks b on b.shift_id = s.id order by b.start_time",
            params![],
            |columns| {
                Ok((columns.take::<i64>()?, columns.take()?, columns.take()?, (columns.take()?, columns.take()?)))
            },
        )?;
        assert_eq!(
            stored,
            shift.breaks.iter().map(|&times| (7, minutes(600), minutes(1439), times)).collect::<Vec<_>>()
        );
        let leave_row = |id: &str, decision: Option<(LeaveStatus, UserId, Timestamp)>| LeaveRow {
            id: LeaveId::new(id),
            staff_id: StaffId::new("m"),
            start_date: day("2028-02-28"),
            end_date: day("2028-02-29"),
            reason: None,
            status: decision.as_ref().map_or(LeaveStatus::Pending, |(status, ..)| *status),
            decided_by: decision.as_ref().map(|(_, by, _)| by.clone()),
            decided_at: decision.as_ref().map(|(.., at)| *at),
            created_at: test_now(),
            updated_at: decision.map_or(test_now(), |(.., at)| at),
        };
        leave::insert(tx, &leave_row("l1", None))?;
        leave::insert(tx, &leave_row("l2", Some((LeaveStatus::Approved, ravi_id(), test_later()))))?;
        let stored = tx.all_with(
            "select id, start_date, end_date, reason, decided_by, decided_at, updated_at from staff_leave order by id",
            params![],
            |columns| {
                let id: String = columns.take()?;
                let dates = (columns.take()?, columns.take()?);
                Ok((id, dates, columns.take()?, columns.take()?, columns.take()?, columns.take()?))
            },
        )?;
        let dates = (day("2028-02-28"), day("2028-02-29"));
        assert_eq!(
            stored,
            [
                ("l1".to_owned(), dates, None::<String>, None::<UserId>, None::<Timestamp>, test_now()),
                ("l2".to_owned(), dates, None, Some(ravi_id()), Some(test_later()), test_later()),
            ]
        );

        Ok(())
    });
    told.await.unwrap();
}

#[test_on_both_engines]
async fn tiers_tags_and_notes_are_read_as_written() {
    let salon = TestSalon::open().await;
    let told = salon.app.db.write(|tx: &mut Tx<'_>| -> Result<(), DbError> {
        insert_people(tx)?;
        let tier = Tier {
            id: TierId::new("t"),
            name: NAME.into(),
            slug: "gold".into(),
            description: String::new(),
            name_hi: None,
            description_hi: None,
            default_hours_minutes: i64::MAX,
            default_price_paise: 10_000_000_000,
            default_validity_days: 36_500,
            sac_code: "999721".into(),
            is_active: false,
            display_order: i64::MIN,
            created_at: test_now(),
            updated_at: test_now(),
        };
        tiers::insert(tx, &tier)?;
        let stored = tx.one::<(String, i64, i64, bool)>(
            "select name, default_hours_minutes, display_order, is_active from membership_tiers where id = 't'",
            params![],
        )?;
        assert_eq!(stored, Some((NAME.to_owned(), i64::MAX, i64::MIN, false)));

        let tag = Tag { id: TagId::new("tag"), name: "VIP É".into(), slug: "vip".into(), color: "#fff".into(), description: None, created_at: test_now() };
        assert!(customer_records::insert_tag(tx, &tag)?);
        assert!(!customer_records::insert_tag(tx, &Tag { id: TagId::new("tag2"), ..tag })?);
        customer_records::assign_tag(tx, &asha_id(), &TagId::new("tag"), &ravi_id(), test_now())?;
        customer_records::assign_tag(tx, &asha_id(), &TagId::new("tag"), &asha_id(), test_later())?;
        customer_records::insert_note(tx, &new_note("ravi"))?;
        let stored = tx.one::<(UserId, Timestamp, String, String)>(
            "select c.assigned_by, c.assigned_at, t.name_folded, n.content
             from customer_tags c join tags t on t.id = c.tag_id join customer_notes n on n.customer_id = c.customer_id",
            params![],
        )?;
        assert_eq!(stored, Some((ravi_id(), test_now(), "vip é".to_owned(), NAME.to_owned())));

        Ok(())
    });
    told.await.unwrap();
}

#[test_on_both_engines]
async fn leads_change_status() {
    let salon = TestSalon::open().await;
    let told = salon.app.db.write(|tx: &mut Tx<'_>| -> Result<(), DbError> {
        insert_people(tx)?;
        let lead = NewLead {
            name: NAME.into(),
            phone: Phone::parse("9876543210").unwrap(),
            email: Some(parse_email("Lead@Example.in")),
            service_interested_id: None,
            source: "meta_ad".into(),
            utm: Utm { source: Some("s".into()), term: Some(NAME.into()), ..Utm::default() },
        };
        let id = LeadId::new("lead");
        lead_records::insert(tx, &id, &lead, test_now())?;
        let stages = [(LeadStatus::Contacted, test_now()), (LeadStatus::FollowUp, test_later()), (LeadStatus::Won, test_later().plus_millis(1))];
        for (stage, at) in stages {
            lead_records::set_stage(tx, &id, stage, at)?;
        }
        assert!(lead_records::assign(tx, &id, Some(&ravi_id()), test_later().plus_millis(2))?);
        assert!(!lead_records::assign(tx, &LeadId::new("nobody"), None, test_later())?);
        lead_records::insert_note(tx, "ln", &id, &ravi_id(), NAME, test_later())?;
        let stored = tx.all_with(
            "select l.name, l.phone, l.email, l.status, l.utm_source, l.utm_medium, l.utm_term, n.content
             from leads l join lead_notes n on n.lead_id = l.id",
            params![],
            |columns| {
                let who: (String, Phone, Option<EmailAddress>) = (columns.take()?, columns.take()?, columns.take()?);
                let status: LeadStatus = columns.take()?;
                let utm: [Option<String>; 3] = [columns.take()?, columns.take()?, columns.take()?];
                Ok((who, status, utm, columns.take::<String>()?))
            },
        )?;
        let utm = [Some("s".to_owned()), None, Some(NAME.to_owned())];
        assert_eq!(stored, [((lead.name, lead.phone, lead.email), LeadStatus::Won, utm, NAME.to_owned())]);
        let times = tx.all_with(
            "select first_contacted_at, last_contacted_at, followed_up_at, booked_at, won_at, lost_at, updated_at from leads",
            params![],
            |columns| (0..7).map(|_| columns.take()).collect::<Result<Vec<Option<Timestamp>>, _>>(),
        )?;
        let won = Some(test_later().plus_millis(1));
        let contacted = Some(test_now());
        assert_eq!(times, [[contacted, contacted, Some(test_later()), won, won, None, Some(test_later().plus_millis(2))]]);

        Ok(())
    });
    told.await.unwrap();
}

#[test_on_both_engines]
async fn the_audit_log_is_read_as_written() {
    let salon = TestSalon::open().await;
    let told = salon.app.db.write(|tx: &mut Tx<'_>| -> Result<(), DbError> {
        insert_people(tx)?;
        let entry = audit_entries::AuditEntry {
            id: "a",
            actor: Some((&ravi_id(), Role::Staff)),
            origin: "admin",
            action: "lead.win",
            record_type: "lead",
            record_id: "lead",
            concerns: Some(&asha_id()),
            before: None,
            after: Some(format!("{{\"name\":{NAME:?}}}")),
            request_id: None,
            address: Some("::1".into()),
        };
        audit_entries::insert(tx, &entry, test_later())?;
        audit_entries::insert(
            tx,
            &audit_entries::AuditEntry { id: "b", actor: None, concerns: None, ..entry.clone() },
            test_later(),
        )?;
        let stored = tx.all_with(
            "select actor_id, actor_role, concerns_user_id, before_json, after_json, address, created_at
             from audit_log order by id",
            params![],
            |columns| {
                let people: (Option<UserId>, Option<Role>, Option<UserId>) =
                    (columns.take()?, columns.take()?, columns.take()?);
                let texts: [Option<String>; 3] = [columns.take()?, columns.take()?, columns.take()?];
                Ok((people, texts, columns.take::<Timestamp>()?))
            },
        )?;
        let texts = [None, entry.after.clone(), entry.address.clone()];
        assert_eq!(
            stored,
            [
                ((Some(ravi_id()), Some(Role::Staff), Some(asha_id())), texts.clone(), test_later()),
                ((None, None, None), texts, test_later()),
            ]
        );
        Ok(())
    });
    told.await.unwrap();
}

#[test_on_both_engines]
async fn idempotency_keys_and_due_jobs_are_found_by_time() {
    let salon = TestSalon::open().await;
    let told = salon.app.db.write(|tx: &mut Tx<'_>| -> Result<(), DbError> {
        let request =
            IdempotentRequest { scope: "scope".into(), key: NAME.into(), body_hash: "hash".into(), user_id: None };
        assert!(idempotency::find_record(tx, &request, test_now())?.is_none());
        assert!(idempotency::claim_key(tx, &request, test_now())?);
        assert!(idempotency::find_record(tx, &request, test_now())?.is_none(), "claimed, and not answered");
        assert!(!idempotency::claim_key(tx, &request, test_later())?);
        idempotency::store_response(tx, &request, 201, NAME, None)?;
        let stored = idempotency::find_record(tx, &request, test_now())?.unwrap();
        assert_eq!((&*stored.body_hash, stored.status, &*stored.body), ("hash", 201, NAME));
        let tomorrow = test_now().plus_days(1);
        assert!(idempotency::find_record(tx, &request, tomorrow.plus_millis(-1))?.is_some());
        assert!(idempotency::find_record(tx, &request, tomorrow)?.is_none());
        assert!(!idempotency::claim_key(tx, &request, tomorrow.plus_millis(-1))?);
        assert!(idempotency::claim_key(tx, &request, tomorrow)?);

        assert_eq!(queued_jobs::find_oldest_due_at(tx, test_later())?, None);
        for (id, due_at) in [("w1", test_later()), ("w2", test_now()), ("w3", test_later().plus_millis(1))] {
            tx.execute(
                "insert into queued_jobs (id, kind, due_at, try_at, created_at) values ($1, 'test', $2, $2, $2)",
                params![id, due_at],
            )?;
        }
        assert_eq!(queued_jobs::find_oldest_due_at(tx, test_now().plus_millis(-1))?, None);
        assert_eq!(queued_jobs::find_oldest_due_at(tx, test_later())?, Some(test_now()));
        tx.execute("update queued_jobs set done_at = due_at where id = 'w2'", params![])?;
        assert_eq!(queued_jobs::find_oldest_due_at(tx, test_later())?, Some(test_later()));
        Ok(())
    });
    told.await.unwrap();
}

#[test_on_both_engines]
async fn a_user_is_exported_and_then_erased() {
    let salon = TestSalon::open().await;
    let db = &salon.app.db;
    write_rows(db, |tx| {
        user_records::insert(tx, &new_user("asha", Role::Customer), test_now())?;
        user_records::insert(tx, &new_user("ravi", Role::Manager), test_now())?;
        profiles::insert(tx, &full_profile())?;
        user_records::link_identity(tx, &asha_id(), "https://idp.example", "sub", test_now())?;
        customer_records::insert_note(tx, &new_note("ravi"))?;
        branch_records::insert(tx, &new_branch("one", 1, "operational"))?;
        for (id, date, status) in [("past", "2027-02-28", "pending"), ("future", "2027-03-01", "confirmed")] {
            tx.execute(
                "insert into bookings (id, booking_number, customer_id, branch_id, service_type, booking_date,
                     start_time, end_time, total_duration_minutes, total_amount_paise, status, notes, requested_at,
                     confirmed_at, created_at, updated_at)
                 values ($1, $1, 'asha', 'one', 'salon', $2, $3, $4, 60, 99, $5, 'secret', $6, $7, $6, $6)",
                params![
                    id,
                    parse_date(date).unwrap(),
                    time_at_minute(600),
                    time_at_minute(660),
                    status,
                    test_now(),
                    (status == "confirmed").then(test_now)
                ],
            )?;
        }
        Ok(())
    })
    .await;
    let exported =
        db.read(|conn: &mut Conn<'_>| personal_data_export::collect_personal_records(conn, &asha_id())).await.unwrap();
    assert_eq!(exported["notesAboutYou"][0]["content"], NAME);
    assert_eq!(exported["notesAboutYou"][0]["createdAt"], "2027-03-01T04:30:00.123Z");
    let future = exported["bookings"].as_array().unwrap().iter().find(|row| row["id"] == "future").unwrap();
    assert_eq!(future["bookingDate"], "2027-03-01");
    assert_eq!(future["startTime"], "10:00:00");
    assert_eq!(future["totalAmountPaise"], 99);
    assert!(future["cancellationReason"].is_null());

    write_rows(db, |tx| {
        assert!(!erasure::has_active_membership(tx, &asha_id())?);
        let today = parse_date("2027-03-01").unwrap();
        let cancel =
            |tx: &mut Tx<'_>| erasure::cancel_future_bookings(tx, &asha_id(), today, time_at_minute(600), test_later());
        assert_eq!((cancel(tx)?.len(), cancel(tx)?.len()), (1, 0));
        erasure::anonymise(tx, &asha_id(), test_later())
    })
    .await;
    let told = db.read(|conn: &mut Conn<'_>| -> Result<(), DbError> {
        assert!(user_records::by_id(conn, &asha_id())?.is_none());
        assert!(user_records::by_identity(conn, "https://idp.example", "sub")?.is_none());
        let name =
            conn.one::<(String, Option<String>)>("select name, email from users where id = 'asha'", params![])?;
        assert_eq!(name, Some((erasure::ERASED_NAME.to_owned(), None)));
        let profile = profiles::find_by_user(conn, &asha_id())?.unwrap();
        assert!(profile.phone.is_none() && profile.date_of_birth.is_none() && !profile.marketing_consent);
        assert_eq!(profile.total_visits, i64::MAX, "the counts stay");
        let statuses = conn.all::<(String, String)>("select id, status from bookings", params![])?;
        let statuses: BTreeMap<_, _> = statuses.into_iter().collect();
        assert_eq!((&*statuses["past"], &*statuses["future"]), ("pending", "cancelled"));
        assert_eq!(count_all(conn, "select count(*) from bookings where notes is not null")?, 0);
        assert_eq!(count_all(conn, "select count(*) from customer_notes")?, 0);
        assert!(user_records::by_id(conn, &UserId::new("ravi"))?.is_some());
        Ok(())
    });
    told.await.unwrap();
}

#[test]
fn a_copy_of_a_sqlite_file_in_use_is_complete() {
    parlour_testkit::run(Engine::Sqlite, async || {
        let salon = TestSalon::demo().await;
        let DatabaseLocation::Sqlite(path) = salon.location() else { unreachable!() };
        let copy = path.with_extension("copy");
        let busy = tokio::spawn({
            let db = salon.app.db.clone();
            async move {
                for at in 0..200 {
                    write_rows(&db, move |tx| {
                        for half in ["a", "b"] {
                            tx.execute(
                                "insert into secrets (name, value, created_at) values ($1, 'x', $2)",
                                params![format!("{at} {half}"), test_now()],
                            )?;
                        }
                        Ok(())
                    })
                    .await;
                }
            }
        });
        tokio::task::block_in_place(|| backup::copy_sqlite(path, &copy)).unwrap();
        backup::copy_sqlite(path, &copy).expect_err("the target exists");
        busy.await.unwrap();
        let copied = Db::open(&DatabaseLocation::Sqlite(copy), None).unwrap();
        let told = copied.read(|conn: &mut Conn<'_>| -> Result<_, DbError> {
            let halves = count_all(conn, "select count(*) from secrets")?;
            Ok((halves % 2, count_all(conn, "select count(*) from users")?, branch_records::has_no_branches(conn)?))
        });
        let (half, users_copied, is_empty) = told.await.unwrap();
        assert!(half == 0 && users_copied > 20 && !is_empty, "{half} {users_copied} {is_empty}");
    });
}
