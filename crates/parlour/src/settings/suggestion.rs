//! Suggests the known name that is most similar to an unknown one.

use strsim::levenshtein;

/// Returns the candidate with the smallest edit distance, if at least half of the longer name is unchanged.
pub(super) fn nearest_name<'a>(typed: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let is_near = |candidate: &&str| {
        let longer = typed.chars().count().max(candidate.chars().count());
        levenshtein(typed, candidate) * 2 <= longer
    };
    candidates.filter(is_near).min_by_key(|candidate| levenshtein(typed, candidate))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typo_finds_its_name_and_nonsense_finds_none() {
        let names = ["DATABASE_URL", "REDIS_URL", "LOG"];
        assert_eq!(nearest_name("DATABSE_URL", names.into_iter()), Some("DATABASE_URL"));
        assert_eq!(nearest_name("REDIS_URI", names.into_iter()), Some("REDIS_URL"));
        assert_eq!(nearest_name("WALLPAPER_COLOUR", names.into_iter()), None);
    }
}
