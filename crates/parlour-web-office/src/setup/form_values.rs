//! First values of forms with several boxes of one name.

use parlour_http::request::FormValues;
use url::form_urlencoded::Serializer;

/// As a browser would send them.
pub(super) fn form_values(pairs: &[(String, String)]) -> FormValues {
    let form = Serializer::new(String::new()).extend_pairs(pairs).finish();
    FormValues::decode(form.as_bytes())
}
