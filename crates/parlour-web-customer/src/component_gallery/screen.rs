//! A screen of the gallery and its states.

/// A screen with the states that it can be in.
#[derive(Debug)]
pub(super) struct Screen {
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    /// Its address in the app. Links between the screens lead to it, and from there to the first state.
    pub(super) address: &'static str,
    pub(super) states: &'static [State],
}

#[derive(Debug)]
pub(super) struct State {
    pub(super) name: &'static str,
    pub(super) about: &'static str,
    pub(super) render: Render,
}

pub(super) type Render = fn() -> askama::Result<String>;

pub(super) const fn state(name: &'static str, about: &'static str, render: Render) -> State {
    State { name, about, render }
}
