//! Tags and notes that the receptionist has added to customers.

use parlour_domain::ids::TagId;
use parlour_domain::text::slug;
use parlour_store::customers::customer_records::{self, CustomerNote, Tag};
use parlour_store::{DbError, Tx};

use super::customers::DemoCustomer;
use super::random::DemoRandom;
use super::user_accounts::DemoTeam;

const TAGS: [(&str, &str, &str); 6] = [
    ("VIP", "#b45309", "Offer tea, and the owner says hello."),
    ("Bridal", "#be185d", "Wedding coming up; keep the trial and the day together."),
    ("Sensitive skin", "#0f766e", "Patch test before every facial and wax."),
    ("Nut allergy", "#b91c1c", "No almond oil, no walnut scrub."),
    ("Prefers female staff", "#6d28d9", "Ask before assigning anyone else."),
    ("Corporate", "#1d4ed8", "Comes through an employer's wellness plan."),
];

pub(super) const NOTES: [&str; 14] = [
    "Prefers weekday mornings, before eleven.",
    "Speaks Tamil and a little Kannada; likes to be greeted in Tamil.",
    "Sensitive scalp: no heat above medium.",
    "Usually comes with a sister, book side by side.",
    "Asked for a reminder by phone, does not read e-mail.",
    "Patch test done for hair colour, no reaction.",
    "Prefers filter coffee without sugar.",
    "Knee surgery last year; needs the low chair.",
    "Asked whether gift vouchers are available for Deepavali.",
    "Brings henna mixed at home.",
    "Parks in the basement, tell security.",
    "Likes a quiet room and no small talk.",
    "Asked about spa packages; send the price list.",
    "Was unhappy with the waiting time, apologised on the phone.",
];

pub(super) fn insert_tags_and_notes(
    tx: &mut Tx<'_>,
    random: &DemoRandom,
    customers: &[DemoCustomer],
    team: &DemoTeam,
) -> Result<(), DbError> {
    let tags = insert_tags(tx, random)?;
    for customer in customers {
        let tag_count = match random.number(0, 100) {
            0..6 => 2,
            6..26 => 1,
            _ => 0,
        };
        for _ in 0..tag_count {
            let at = random.later_than(customer.since);
            customer_records::assign_tag(tx, &customer.id, random.one_of(&tags), &team.receptionist, at)?;
        }
        if random.percent_chance(20) {
            let author = *random.one_of(&[&team.receptionist, &team.receptionist, &team.manager]);
            let (at, content) = (random.later_than(customer.since), *random.one_of(&NOTES));
            let note = CustomerNote {
                id: random.id(at),
                customer_id: customer.id.clone(),
                author_id: author.clone(),
                booking_id: None,
                content: content.to_owned(),
                created_at: at,
            };
            customer_records::insert_note(tx, &note)?;
        }
    }
    Ok(())
}

fn insert_tags(tx: &mut Tx<'_>, random: &DemoRandom) -> Result<Vec<TagId>, DbError> {
    let mut ids = Vec::new();
    for (name, color, description) in TAGS {
        let created_at = random.business_time_days_ago(600);
        let tag = Tag {
            id: TagId::new(random.id(created_at)),
            name: name.into(),
            slug: slug(name),
            color: color.into(),
            description: Some(description.into()),
            created_at,
        };
        customer_records::insert_tag(tx, &tag)?;
        ids.push(tag.id);
    }
    Ok(ids)
}
