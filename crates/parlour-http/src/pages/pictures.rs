//! Which pictures pages show.

use crate::state::HttpState;

/// The path of a picture of our own, which both apps answer. `None` for one that is stored elsewhere: the API keeps its
/// address, but whoever keeps the picture would learn who looks at it, and could change it.
pub fn own_picture_path(state: &HttpState, url: &str) -> Option<String> {
    let path = url.strip_prefix(state.worker().integrations.customer_url.as_str())?;
    path.starts_with("/media/").then(|| path.to_owned())
}
