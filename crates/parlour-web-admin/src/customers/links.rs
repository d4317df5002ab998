//! Links to a customer: the page, a message.

use parlour_domain::ids::UserId;
use parlour_domain::phone::Phone;

pub(super) fn customer_path(id: &UserId) -> String {
    format!("/customers/{id}")
}

pub(super) fn whatsapp_link(phone: &Phone) -> String {
    format!("https://wa.me/{}", phone.as_str().trim_start_matches('+'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phone_is_linked_without_its_spaces() {
        let phone = Phone::parse("098450 12345").unwrap();
        assert_eq!(whatsapp_link(&phone), "https://wa.me/919845012345");
    }
}
