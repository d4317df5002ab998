//! Helps to apply changes of which every field is optional.

pub(crate) fn set_if_present<T: Clone>(new_value: Option<&T>, field: &mut T) {
    if let Some(value) = new_value {
        field.clone_from(value);
    }
}
