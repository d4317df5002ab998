//! On which screens a story looks at its pages.

use super::ChromiumOptions;

/// Set by `make soak`.
const EVERY_SCREEN: &str = "PARLOUR_TEST_EVERY_SCREEN";

/// Screens with the pages to look at on each. In `make test` the screens take turns, so that each page is looked at once and
/// as many screens are used as there are pages; in `make soak` each page is looked at on every screen.
pub fn screens_with_pages<'a, Page>(
    screens: &[ChromiumOptions],
    pages: &'a [Page],
) -> Vec<(ChromiumOptions, Vec<&'a Page>)> {
    #[expect(clippy::disallowed_methods, reason = "the command that runs the tests decides; it is no setting")]
    let on_every_screen = std::env::var_os(EVERY_SCREEN).is_some();
    matched(screens, pages, on_every_screen)
}

fn matched<'a, Page>(
    screens: &[ChromiumOptions],
    pages: &'a [Page],
    on_every_screen: bool,
) -> Vec<(ChromiumOptions, Vec<&'a Page>)> {
    let of_screen = |place: usize| {
        let pages = pages.iter().enumerate();
        let pages = pages.filter(move |(turn, _)| on_every_screen || turn % screens.len() == place);
        pages.map(|(_, page)| page).collect::<Vec<_>>()
    };
    let all = screens.iter().enumerate().map(|(place, screen)| (*screen, of_screen(place)));
    all.filter(|(_, pages)| !pages.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGES: [&str; 3] = ["a", "b", "c"];

    fn pages_of(matched: Vec<(ChromiumOptions, Vec<&&'static str>)>) -> Vec<String> {
        matched.into_iter().map(|(_, pages)| pages.into_iter().copied().collect()).collect()
    }

    #[test]
    fn screens_take_turns_or_show_every_page() {
        let two = [ChromiumOptions::phone(), ChromiumOptions::desktop()];
        assert_eq!(pages_of(matched(&two, &PAGES, false)), ["ac", "b"]);
        assert_eq!(pages_of(matched(&two, &PAGES, true)), ["abc", "abc"]);
        assert_eq!(pages_of(matched(&two, &PAGES[..1], false)), ["a"], "a screen without a page starts no browser");
    }
}
