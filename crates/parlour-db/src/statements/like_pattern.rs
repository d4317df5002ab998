//! Patterns for `like … escape '!'`.

/// Finds text in which `part` stands as it is; empty where nothing is looked for.
pub fn like_pattern(part: &str) -> String {
    let literal = part.replace('!', "!!").replace('%', "!%").replace('_', "!_");
    if part.is_empty() { String::new() } else { format!("%{literal}%") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_is_literal() {
        for (part, pattern) in [("", ""), ("asha", "%asha%"), ("50%_!\\", "%50!%!_!!\\%")] {
            assert_eq!(like_pattern(part), pattern);
        }
    }
}
