//! Where a visitor came from: the UTM parameters of an advertisement, and the lead that it became.

use parlour_web::page::{PageContext, encode};

/// Each parameter, and the field of a lead that holds it.
const PARAMETERS: [(&str, &str); 5] = [
    ("utm_source", "utmSource"),
    ("utm_medium", "utmMedium"),
    ("utm_campaign", "utmCampaign"),
    ("utm_content", "utmContent"),
    ("utm_term", "utmTerm"),
];
const LEAD: &str = "leadId";
const MAX_CHARS: usize = 120;

/// Carried from page to page in addresses, so that it also works without scripts.
#[derive(Debug, Default)]
pub(super) struct Campaign {
    pairs: Vec<(&'static str, String)>,
}

impl Campaign {
    pub(super) fn of(page: &PageContext) -> Self {
        let names = PARAMETERS.iter().map(|(name, _)| *name).chain([LEAD]);
        let given = names.filter_map(|name| Some((name, page.parameter(name).and_then(|value| shorten(&value))?)));
        Self { pairs: given.collect() }
    }

    /// What a form passes on to the next page.
    pub(super) fn into_pairs(self) -> Vec<(&'static str, String)> {
        self.pairs
    }

    /// The fields of the call-back form, also those without a value: the script fills them.
    pub(super) fn lead_fields(&self) -> Vec<(&'static str, &str)> {
        let value = |name: &str| self.pairs.iter().find(|(given, _)| *given == name).map_or("", |(_, value)| value);
        PARAMETERS.iter().map(|(name, field)| (*field, value(name))).collect()
    }

    pub(super) fn lead_field_names() -> impl Iterator<Item = &'static str> {
        PARAMETERS.iter().map(|(_, field)| *field)
    }

    /// A path of this app with the campaign in its query.
    pub(super) fn link(&self, path: &str) -> String {
        let (path, fragment) = path.split_once('#').map_or((path, None), |(path, rest)| (path, Some(rest)));
        let mut out = path.to_owned();
        for (name, value) in &self.pairs {
            out.push(if out.contains('?') { '&' } else { '?' });
            out.extend([name, "=", &encode(value)]);
        }
        if let Some(fragment) = fragment {
            out.push('#');
            out.push_str(fragment);
        }
        out
    }
}

/// A value as a lead keeps it: no visitor can correct one that is too long.
pub(crate) fn shorten(value: &str) -> Option<String> {
    let kept: String = value.trim().chars().filter(|letter| !letter.is_control()).take(MAX_CHARS).collect();
    (!kept.is_empty()).then_some(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_keeps_its_query_and_its_place() {
        let campaign = Campaign { pairs: vec![("utm_source", "a b".to_owned()), (LEAD, "1".to_owned())] };
        assert_eq!(campaign.link("/book"), "/book?utm_source=a+b&leadId=1");
        assert_eq!(campaign.link("/book?s=cut#hair"), "/book?s=cut&utm_source=a+b&leadId=1#hair");
        assert_eq!(Campaign::default().link("/book#hair"), "/book#hair");
        assert_eq!(campaign.lead_fields()[0], ("utmSource", "a b"));
        assert_eq!(campaign.lead_fields()[4], ("utmTerm", ""));
    }

    #[test]
    fn a_value_is_cut_rather_than_refused() {
        assert_eq!(shorten(&"é".repeat(130)).map(|value| value.chars().count()), Some(120));
        assert_eq!(shorten(" a\0b "), Some("ab".to_owned()));
        assert_eq!(shorten("  "), None);
    }
}
