//! Whom a customer asks for.

use crate::customer::Gender;
use crate::string_enum::string_enum;

string_enum! {
    /// Somebody of this gender is asked for.
    WishedGender {
        Female = "female",
        Male = "male",
    }
}

impl WishedGender {
    /// Nobody asks for somebody of another gender, or of one that is not told.
    pub fn of(gender: Gender) -> Option<Self> {
        match gender {
            Gender::Female => Some(Self::Female),
            Gender::Male => Some(Self::Male),
            Gender::Other | Gender::Undisclosed => None,
        }
    }

    pub fn gender(self) -> Gender {
        match self {
            Self::Female => Gender::Female,
            Self::Male => Gender::Male,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wished_gender_is_one_of_two() {
        for wished in WishedGender::ALL {
            assert_eq!(WishedGender::of(wished.gender()), Some(*wished));
            assert_eq!(wished.as_str(), wished.gender().as_str());
        }
        assert_eq!(WishedGender::of(Gender::Undisclosed), None);
    }
}
