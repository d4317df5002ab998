//! Whatever bytes arrive as a form, they become fields, and the fields can be read and shown again.

use parlour_domain::phone::Phone;
use parlour_http::request::FormValues;
use parlour_http::request::{Int, OptionalText, RequestShape, Text, TextList};
use parlour_http::request_shape;
use proptest::prelude::*;
use url::form_urlencoded;

request_shape! {
    /// One field of each kind that forms have.
    struct AnyForm {
        name: Text<120>,
        phone: Phone,
        date: chrono::NaiveDate,
        time: chrono::NaiveTime,
        count: Int<1, 20>,
        is_agreed: Option<bool>,
        note: OptionalText<500>,
        services: TextList<Text<40>, 1, 20>,
    }
}

const NAMES: [&str; 8] = ["name", "phone", "date", "time", "count", "isAgreed", "note", "services"];

/// Reads the form in every way that a handler does.
fn read(form: &[u8]) -> (FormValues, bool) {
    let values = FormValues::decode(form);
    let mut fields = values.fields();
    let readable = AnyForm::read(&mut fields);
    for name in NAMES {
        fields.require_present(name);
    }
    let is_wrong = fields.has_errors();
    let is_whole = AnyForm::complete(readable).is_some();
    assert!(is_wrong || is_whole, "a field is lost without an error: {:?}", String::from_utf8_lossy(form));
    (values, is_whole && !is_wrong)
}

/// Pairs as a browser sends them.
fn encode(pairs: &[(String, String)]) -> String {
    form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish()
}

/// What can be sent as a value: anything, and what is almost right.
fn value() -> impl Strategy<Value = String> {
    let almost =
        ["9876543210", "2027-02-30", "25:00", "-1", "99999999999999999999", "true", "", " ", "\0", "\u{202e}x"];
    prop_oneof![any::<String>(), proptest::sample::select(almost.to_vec()).prop_map(str::to_owned)]
}

fn pairs() -> impl Strategy<Value = Vec<(String, String)>> {
    let name = prop_oneof![proptest::sample::select(NAMES.to_vec()).prop_map(str::to_owned), any::<String>()];
    proptest::collection::vec((name, value()), 0..40)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn any_bytes_can_be_read_as_a_form(form in proptest::collection::vec(any::<u8>(), 0..2_000)) {
        read(&form);
    }

    #[test]
    fn bytes_between_separators_can_be_read_as_a_form(
        parts in proptest::collection::vec(
            prop_oneof![
                proptest::sample::select(vec![&b"&"[..], b"=", b"%", b"%0", b"%zz", b"%00", b"%ff", b"+", b"[", b"]", b";"]),
                proptest::sample::select(NAMES.map(str::as_bytes).to_vec()),
            ],
            0..200,
        ),
    ) {
        read(&parts.concat());
    }

    #[test]
    fn what_was_typed_is_shown_again(pairs in pairs()) {
        let (values, _) = read(encode(&pairs).as_bytes());
        for (name, _) in &pairs {
            let of_name = pairs.iter().filter(|(other, _)| other == name);
            let typed: Vec<String> = of_name
                .map(|(_, value)| value.trim().replace("\r\n", "\n"))
                .collect();
            prop_assert_eq!(values.texts(name), typed.iter().map(String::as_str).collect::<Vec<_>>());
            prop_assert_eq!(values.text(name), typed[0].as_str());
        }
    }

    #[test]
    fn only_forms_with_right_values_are_whole(pairs in pairs()) {
        let (values, is_whole) = read(encode(&pairs).as_bytes());
        if is_whole {
            prop_assert!(values.fields().optional("phone", Phone::parse_pasted).is_some());
            prop_assert!(!values.texts("name").iter().any(|name| name.contains('\0')));
            prop_assert_eq!(values.texts("date").len(), 1, "a field that is given twice is no single value");
        }
    }

    /// What is seen of a number decides: the marks around it do not.
    #[test]
    fn marks_in_a_phone_number_change_nothing(
        digits in "[6-9][0-9]{9}",
        marks in proptest::collection::vec(
            (0_usize..=10, proptest::sample::select(vec!['\u{200b}', '\u{202a}', '\u{202c}', '\u{a0}', '\u{feff}', '\u{2011}'])),
            0..6,
        ),
    ) {
        let mut pasted: Vec<char> = digits.chars().collect();
        for (place, mark) in marks {
            pasted.insert(place, mark);
        }
        let pasted: String = pasted.into_iter().collect();
        let mut fields = FormValues::decode(encode(&[("phone".to_owned(), pasted)]).as_bytes()).fields();
        let phone = fields.optional("phone", Phone::parse_pasted).map(|phone| phone.as_str().to_owned());
        prop_assert_eq!(phone, Some(format!("+91{digits}")));
    }
}

#[test]
fn a_form_of_many_fields_is_read_in_time() {
    let started = std::time::Instant::now();
    let numbered = (0..30_000).map(|number| format!("n{number}=&")).collect::<Vec<_>>().concat();
    for form in ["a&".repeat(130_000), "services=x&".repeat(20_000), numbered] {
        let (values, is_whole) = read(form.as_bytes());
        assert!(!is_whole);
        assert!(values.texts("services").len() <= 20_000);
    }
    assert!(started.elapsed().as_secs() < 10, "{:?}", started.elapsed());
}
