//! What the desk remembers about customers: tags and notes.

use parlour_domain::ids::TagId;
use parlour_domain::text::slug;
use parlour_store::customers::{self, CustomerNote, Tag};
use parlour_store::{DbError, Tx};

use super::customers::Customer;
use super::draws::Draws;
use super::people::Team;

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

pub(super) fn write(
    tx: &mut Tx<'_>,
    draws: &Draws,
    customers: &[Customer],
    team: &Team,
) -> Result<(), DbError> {
    let tags = make_tags(tx, draws)?;
    for customer in customers {
        let wanted = match draws.number(0, 100) {
            0..6 => 2,
            6..26 => 1,
            _ => 0,
        };
        for _ in 0..wanted {
            let at = draws.later_than(customer.since);
            customers::assign_tag(tx, &customer.id, draws.one_of(&tags), &team.receptionist, at)?;
        }
        if draws.percent(20) {
            let author = *draws.one_of(&[&team.receptionist, &team.receptionist, &team.manager]);
            let (at, content) = (draws.later_than(customer.since), *draws.one_of(&NOTES));
            let note = CustomerNote {
                id: draws.id(at),
                customer_id: customer.id.clone(),
                author_id: author.clone(),
                booking_id: None,
                content: content.to_owned(),
                created_at: at,
            };
            customers::insert_note(tx, &note)?;
        }
    }
    Ok(())
}

fn make_tags(tx: &mut Tx<'_>, draws: &Draws) -> Result<Vec<TagId>, DbError> {
    let mut ids = Vec::new();
    for (name, color, description) in TAGS {
        let made_at = draws.business_hours(600);
        let tag = Tag {
            id: TagId::new(draws.id(made_at)),
            name: name.into(),
            slug: slug(name),
            color: color.into(),
            description: Some(description.into()),
            created_at: made_at,
        };
        customers::insert_tag(tx, &tag)?;
        ids.push(tag.id);
    }
    Ok(ids)
}
