//! Suggests the known name that is most similar to an unknown one.

/// Returns the candidate with the smallest edit distance, if at least half of the longer name is unchanged.
pub(super) fn nearest_name<'a>(typed: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let is_near = |candidate: &&str| {
        let longer = typed.chars().count().max(candidate.chars().count());
        edit_distance(typed, candidate) * 2 <= longer
    };
    candidates.filter(is_near).min_by_key(|candidate| edit_distance(typed, candidate))
}

/// Returns the Levenshtein distance: the number of insertions, deletions and replacements.
fn edit_distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (line, from_char) in from.chars().enumerate() {
        let mut diagonal = line;
        row[0] = line + 1;
        for (column, to_char) in to.iter().enumerate() {
            let replaced = diagonal + usize::from(from_char != *to_char);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edit_distance_is_levenshteins() {
        for (from, to, distance) in [
            ("", "", 0),
            ("", "abc", 3),
            ("abc", "", 3),
            ("kitten", "sitting", 3),
            ("flaw", "lawn", 2),
            ("LOG", "LOG", 0),
        ] {
            assert_eq!(edit_distance(from, to), distance, "{from} {to}");
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
