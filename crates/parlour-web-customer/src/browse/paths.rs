//! The addresses of pages that everybody can see.

use parlour_web::page::encode;

/// The services page with these services ticked.
pub(crate) fn book_path<'a>(branch: Option<&str>, slugs: impl IntoIterator<Item = &'a str>) -> String {
    with_services("/book", branch, slugs)
}

/// The page with free times for these services.
pub(crate) fn time_path<'a>(branch: Option<&str>, slugs: impl IntoIterator<Item = &'a str>) -> String {
    with_services("/book/time", branch, slugs)
}

fn with_services<'a>(path: &str, branch: Option<&str>, slugs: impl IntoIterator<Item = &'a str>) -> String {
    let branch = branch.map(|id| format!("at={}", encode(id)));
    let services = slugs.into_iter().map(|slug| format!("s={}", encode(slug)));
    let query: Vec<String> = branch.into_iter().chain(services).collect();
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
    }
}
