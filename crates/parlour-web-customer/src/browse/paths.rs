//! The addresses of pages that everybody can see.

use parlour_web::page::encode;

/// The services page with these services ticked.
pub(crate) fn book_path<'a>(branch: Option<&str>, slugs: impl IntoIterator<Item = &'a str>) -> String {
    with_services("/book", branch.map(|id| ("at", id)), slugs)
}

/// The services page with an offer, whose services stand first, and these services ticked.
pub(super) fn book_with_offer_path<'a>(offer: &str, slugs: impl IntoIterator<Item = &'a str>) -> String {
    with_services("/book", Some(("offer", offer)), slugs)
}

/// The page with free times for these services.
pub(crate) fn time_path<'a>(branch: Option<&str>, slugs: impl IntoIterator<Item = &'a str>) -> String {
    with_services("/book/time", branch.map(|id| ("at", id)), slugs)
}

fn with_services<'a>(path: &str, first: Option<(&str, &str)>, slugs: impl IntoIterator<Item = &'a str>) -> String {
    let pair = |name: &str, value: &str| format!("{name}={}", encode(value));
    let services = slugs.into_iter().map(|slug| pair("s", slug));
    let query: Vec<String> = first.map(|(name, value)| pair(name, value)).into_iter().chain(services).collect();
    if query.is_empty() { path.to_owned() } else { format!("{path}?{}", query.join("&")) }
}

pub(crate) fn service_path(slug: &str) -> String {
    format!("/services/{}", encode(slug))
}

pub(crate) fn offer_path(slug: &str) -> String {
    format!("/offers/{}", encode(slug))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_names_the_branch_and_the_services() {
        assert_eq!(book_path(None, []), "/book");
        assert_eq!(book_path(Some("b 1"), ["cut", "a&b"]), "/book?at=b+1&s=cut&s=a%26b");
        assert_eq!(time_path(None, ["cut"]), "/book/time?s=cut");
        assert_eq!(book_with_offer_path("glow", []), "/book?offer=glow");
    }
}
