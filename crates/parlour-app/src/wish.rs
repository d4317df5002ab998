//! What somebody wants changed: what is absent stays.

pub(crate) fn put<T: Clone>(wish: Option<&T>, field: &mut T) {
    if let Some(value) = wish {
        field.clone_from(value);
    }
}
