//! Addresses of other sites.

/// An http or https address, as typed.
pub fn web_address(typed: &str) -> Result<String, &'static str> {
    let typed = typed.trim();
    let is_address =
        url::Url::parse(typed).is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.username().is_empty());
    // The parser of addresses drops line breaks and tabs; what is stored must not have them.
    if is_address && typed.len() <= 2_000 && !typed.contains(char::is_control) {
        Ok(typed.to_owned())
    } else {
        Err("must be an http or https address of at most 2000 characters")
    }
}

/// An https address, as typed.
pub fn https_address(typed: &str) -> Result<String, &'static str> {
    let address = web_address(typed).ok().filter(|address| address.starts_with("https://"));
    address.ok_or("must be an https address of at most 2000 characters")
}
