//! Every text that people read, in every language.
//!
//! The texts are in `locales/`, one Fluent file per language. `build.rs` makes a type per section and a function per text,
//! so that a misspelt name, a missing argument or a language that lacks a text does not compile:
//! `leads-none_found = No lead is called “{ $typed }”.` becomes `texts.leads().none_found(typed)`.

mod formats;
mod lists;
mod number;
mod salon_texts;

use std::cell::OnceCell;

use intl_pluralrules::{PluralCategory, PluralRuleType, PluralRules};
use unic_langid::LanguageIdentifier;

pub use lists::PrivacySection;
pub use number::Number;
use number::push_number;

/// What `build.rs` has made of the files.
mod generated {
    #![expect(
        clippy::match_same_arms,
        clippy::if_same_then_else,
        reason = "two languages, or two plural forms, may word a text alike"
    )]

    use intl_pluralrules::PluralCategory;

    use super::{Number, Texts, plural_category, push_number};

    include!(concat!(env!("OUT_DIR"), "/texts.rs"));
}

pub use generated::*;

/// The texts of one language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Texts {
    pub language: Language,
}

impl Texts {
    pub const ENGLISH: Self = Self { language: Language::En };

    /// Those of every language, English first.
    pub fn all() -> impl Iterator<Item = Self> {
        Language::ALL.into_iter().map(|language| Self { language })
    }

    /// Those of every other language.
    pub fn others(self) -> impl Iterator<Item = Self> {
        Self::all().filter(move |other| *other != self)
    }

    /// The language of a tag such as `en`, `en-IN` or `EN-us`.
    pub fn for_tag(tag: &str) -> Option<Self> {
        let primary = tag.trim().split('-').next().unwrap_or_default();
        let found = Language::ALL.into_iter().find(|language| language.code().eq_ignore_ascii_case(primary))?;
        Some(Self { language: found })
    }

    /// For cookies and forms: `en`.
    pub fn code(self) -> &'static str {
        self.language.code()
    }

    /// For `lang` attributes: `en-IN`.
    pub fn tag(self) -> &'static str {
        self.language_name().tag()
    }
}

thread_local! {
    /// The rules of every language, read once per thread.
    static RULES: OnceCell<Vec<(Language, PluralRules)>> = const { OnceCell::new() };
}

/// The plural form that a language uses for a number.
fn plural_category(language: Language, number: i64) -> PluralCategory {
    RULES.with(|rules| {
        let rules = rules
            .get_or_init(|| Language::ALL.into_iter().filter_map(|known| Some((known, rules_of(known)?))).collect());
        let rules = rules.iter().find(|(known, _)| *known == language);
        rules.and_then(|(_, rules)| rules.select(number).ok()).unwrap_or(PluralCategory::OTHER)
    })
}

fn rules_of(language: Language) -> Option<PluralRules> {
    PluralRules::create(language.code().parse::<LanguageIdentifier>().ok()?, PluralRuleType::CARDINAL).ok()
}
