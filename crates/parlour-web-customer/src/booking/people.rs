//! With whom a booking can be.

use parlour_domain::customer::Gender;
use parlour_store::staff::staff_records::BookableStaffMember;

use super::choice::{BookingChoice, With};
use parlour_texts::Texts;
use parlour_web::format;

/// How many colours avatars have.
const COLOURS: usize = 6;

/// One of the choices: anyone, a woman, a man, or a person.
#[derive(Debug)]
pub(crate) struct PersonView {
    pub(crate) name: String,
    pub(crate) hint: String,
    /// None for a choice that is not one person.
    pub(crate) initials: Option<String>,
    /// Of the avatar.
    pub(crate) colour: usize,
    pub(crate) is_several: bool,
    pub(crate) is_chosen: bool,
    pub(crate) href: String,
}

/// Everything to choose from. The person who has just left is not among it.
pub(crate) fn people(
    choice: &BookingChoice,
    staff: &[BookableStaffMember],
    is_live: bool,
    texts: Texts,
) -> Vec<PersonView> {
    let text = texts.booking();
    let view = |with: With, name: &str, hint: String| PersonView {
        name: name.to_owned(),
        hint,
        initials: None,
        colour: 0,
        is_several: with == With::Anyone,
        is_chosen: choice.with == with,
        href: choice.with(with).time_address(),
    };
    // Who is free at an open branch is known only when the desk answers.
    let first_free = if is_live { text.first_free() } else { "" };
    let mut views = vec![view(With::Anyone, text.anyone(), first_free.to_owned())];
    for (gender, name) in [(Gender::Female, text.a_woman()), (Gender::Male, text.a_man())] {
        let count = staff.iter().filter(|member| member.gender == gender).count();
        if count > 0 {
            views.push(view(With::Gender(gender), name, text.people_here(count)));
        }
    }
    for (number, member) in staff.iter().enumerate() {
        let person = view(With::Person(member.id.clone()), &member.display_name, String::new());
        let initials = Some(format::initials(&member.display_name));
        views.push(PersonView { initials, colour: number % COLOURS + 1, ..person });
    }
    views
}

/// `with anyone`, `with a woman`, `with Meera`.
pub(super) fn with_whom(with: &With, staff: &[BookableStaffMember], texts: Texts) -> String {
    let text = texts.booking();
    match with {
        With::Anyone => text.with_anyone().to_owned(),
        With::Gender(Gender::Male) => text.with_a_man().to_owned(),
        With::Gender(_) => text.with_a_woman().to_owned(),
        With::Person(id) => {
            let person = staff.iter().find(|member| member.id == *id);
            person.map_or_else(|| text.with_anyone().to_owned(), |person| text.with_person(&person.display_name))
        }
    }
}
