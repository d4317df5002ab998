//! The name someone probably meant.

/// The candidate with the fewest letters to change, if at least half of the longer one stays.
pub(super) fn nearest_name<'a>(typed: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let is_near = |candidate: &&str| {
        let longer = typed.chars().count().max(candidate.chars().count());
        edit_distance(typed, candidate) * 2 <= longer
    };
    candidates.filter(is_near).min_by_key(|candidate| edit_distance(typed, candidate))
}

/// Levenshtein's distance: insertions, removals and replacements.
fn edit_distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (above, typed) in from.chars().enumerate() {
        let mut diagonal = above;
        row[0] = above + 1;
        for (at, meant) in to.iter().enumerate() {
            let replaced = diagonal + usize::from(typed != *meant);
            diagonal = row[at + 1];
            row[at + 1] = replaced.min(diagonal + 1).min(row[at] + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edit_distance_is_levenshteins() {
        for (from, to, letters) in [
            ("", "", 0),
            ("", "abc", 3),
            ("abc", "", 3),
            ("kitten", "sitting", 3),
            ("flaw", "lawn", 2),
            ("LOG", "LOG", 0),
        ] {
            assert_eq!(edit_distance(from, to), letters, "{from} {to}");
        }
    }

    #[test]
    fn a_typo_finds_its_name_and_nonsense_finds_none() {
        let names = ["DATABASE_URL", "REDIS_URL", "LOG"];
        assert_eq!(nearest_name("DATABSE_URL", names.into_iter()), Some("DATABASE_URL"));
        assert_eq!(nearest_name("REDIS_URI", names.into_iter()), Some("REDIS_URL"));
        assert_eq!(nearest_name("WALLPAPER_COLOUR", names.into_iter()), None);
    }
}
