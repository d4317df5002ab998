//! Names of programs as words.

/// The words of a name such as `in_progress`, `invoice-pdf` or `startTime`, in lower case.
fn words(name: &str) -> String {
    // No program has such a name: it is a text, and its hyphens are its own.
    if !name.is_ascii() {
        return name.to_owned();
    }
    let mut words = String::new();
    for letter in name.chars() {
        if matches!(letter, '_' | '-' | '.') {
            words.push(' ');
            continue;
        }
        if letter.is_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.extend(letter.to_lowercase());
    }
    words
}

/// The same, as a label begins.
pub(super) fn label_words(name: &str) -> String {
    let words = words(name);
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_programs_become_words() {
        assert_eq!(words("in_progress"), "in progress");
        assert_eq!(label_words("blocked time"), "Blocked time");
        assert_eq!(label_words("gstRegistered"), "Gst registered");
        assert_eq!(label_words(""), "");
        assert_eq!(label_words("साइन-इन"), "साइन-इन");
    }
}
