//! The directory finds a phone however it is typed, and a name whatever its spaces and the signs of Devanagari.

use parlour_db::{DbError, Tx, params};
use parlour_domain::auth::role::Role;
use parlour_domain::customer::DirectorySort;
use parlour_domain::ids::UserId;
use parlour_store::customers::directory::{self, DirectoryFilter};
use parlour_store::customers::profiles;
use parlour_store::users::user_records::{self, NewUser};
use parlour_testkit::checks::database::write_transaction;
use parlour_testkit::{TestSalon, test_on_both_engines};

const PEOPLE: [(&str, &str, &str); 5] = [
    ("asha", "Asha  Rao", "+919845012345"),
    ("bela", "Bela Rao", "+919876500000"),
    ("chitra", "Chitra Maria Rao", "+917012398765"),
    ("zara", "ज\u{93C}ारा चाँदनी", "+916000000001"),
    ("fatima", "\u{95E}ातिमा लड\u{93C}ा", "+916000000002"),
];

async fn salon_with_people() -> TestSalon {
    let salon = TestSalon::open().await;
    let now = salon.now();
    let insert = move |tx: &mut Tx<'_>| -> Result<(), DbError> {
        for (id, name, phone) in PEOPLE {
            let id = UserId::new(id);
            let user = NewUser {
                id: id.clone(),
                name: name.into(),
                email: None,
                email_identifies: false,
                email_verified: false,
                image: None,
                role: Role::Customer,
            };
            assert!(user_records::insert(tx, &user, now)?);
            profiles::create_if_missing(tx, &format!("profile-{id}"), &id, now)?;
            tx.execute("update profiles set phone = $2 where user_id = $1", params![id, phone])?;
            profiles::refresh_directory_entry(tx, &id)?;
        }
        Ok(())
    };
    write_transaction(&salon.app, insert).await;
    salon
}

async fn found_ids(salon: &TestSalon, search: &str) -> Vec<String> {
    let filter = DirectoryFilter::new(search, None);
    let read = salon.app.db.read(move |conn| directory::page(conn, &filter, DirectorySort::Name, 20, 0));
    let (entries, count) = read.await.unwrap();
    assert_eq!(usize::try_from(count), Ok(entries.len()), "{search:?}");
    entries.into_iter().map(|entry| entry.id.as_str().to_owned()).collect()
}

#[test_on_both_engines]
async fn a_phone_is_found_however_it_is_typed() {
    let salon = salon_with_people().await;
    for typed in [
        "9845012345",
        "98450 12345",
        "+91 98450-12345",
        "+919845012345",
        "09845012345",
        "098450 12345",
        "984501",
        "4501",
        "0 1 2 3 4",
    ] {
        assert_eq!(found_ids(&salon, typed).await, ["asha"], "{typed}");
    }
    assert_eq!(found_ids(&salon, "9876").await, ["bela", "chitra"]);
    assert_eq!(found_ids(&salon, "+91 98").await, ["asha", "bela"]);
    assert!(found_ids(&salon, "98450 12346").await.is_empty());
}

#[test_on_both_engines]
async fn a_name_is_found_whatever_its_spaces() {
    let salon = salon_with_people().await;
    for typed in ["asha rao", "Asha  Rao", " ASHA   RAO ", "sha r", "asharao", "as ha rao", "a s h a"] {
        assert_eq!(found_ids(&salon, typed).await, ["asha"], "{typed}");
    }
    for typed in ["chitra  maria\trao", "chitramaria rao", "chitra mariarao", "chitram ariarao"] {
        assert_eq!(found_ids(&salon, typed).await, ["chitra"], "{typed}");
    }
    // Digits with spaces are no part of a name, and fewer than four are none of a phone.
    assert!(found_ids(&salon, "98 4").await.is_empty());
    assert_eq!(found_ids(&salon, "rao").await, ["asha", "bela", "chitra"]);
}

#[test_on_both_engines]
async fn a_name_in_devanagari_is_found_with_or_without_its_signs() {
    let salon = salon_with_people().await;
    for typed in ["जारा", "ज\u{93C}ारा", "\u{95B}ारा", "ज\u{93C}ारा चांदनी", "चाँद", "चांद"]
    {
        assert_eq!(found_ids(&salon, typed).await, ["zara"], "{typed}");
    }
    for typed in ["फातिमा", "फ\u{93C}ातिमा", "\u{95E}ातिमा", "लडा", "ल\u{95C}ा"]
    {
        assert_eq!(found_ids(&salon, typed).await, ["fatima"], "{typed}");
    }
    assert!(found_ids(&salon, "जरा").await.is_empty(), "a vowel that is missing is another name");
}
