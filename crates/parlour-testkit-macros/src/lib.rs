//! The attribute that runs a test on both engines.

use proc_macro::{Delimiter, Group, Span, TokenStream, TokenTree};

/// Makes two tests of one story, `name::on_sqlite` and `name::on_postgres`:
///
/// ```ignore
/// #[test_on_both_engines]
/// async fn a_second_active_membership_is_refused() { … }
/// ```
///
/// Other attributes go below it; `#[ignore]` and `#[should_panic]` then hold for both tests.
#[proc_macro_attribute]
pub fn test_on_both_engines(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let story = match arguments.into_iter().next() {
        Some(argument) => Err(MacroError::at(argument.span(), "#[test_on_both_engines] takes no arguments")),
        None => Story::parse(item.clone()),
    };
    match story {
        Ok(story) => story.with_tests(),
        // The item stays, so that the macro_error is the only error.
        Err(macro_error) => macro_error.into_compile_error().into_iter().chain(item).collect(),
    }
}

/// An `async fn name() { … }` and what stands before it.
struct Story {
    name: String,
    /// The function, without the attributes that make sense only on a test.
    function: TokenStream,
    /// `#[cfg]`: the tests exist only where the function does.
    cfg_attributes: TokenStream,
    /// `#[ignore]` and `#[should_panic]`.
    test_attributes: TokenStream,
}

impl Story {
    fn parse(item: TokenStream) -> Result<Self, MacroError> {
        let mut function = TokenStream::new();
        let mut cfg_attributes = TokenStream::new();
        let mut test_attributes = TokenStream::new();
        let mut tokens = item.into_iter().peekable();
        while tokens.peek().is_some_and(|token| is_punctuation(token, '#')) {
            let attribute: TokenStream = tokens.by_ref().take(2).collect();
            match attribute_name(&attribute).as_str() {
                "ignore" | "should_panic" => test_attributes.extend(attribute),
                "cfg" => {
                    cfg_attributes.extend(attribute.clone());
                    function.extend(attribute);
                }
                "test" => {
                    return Err(MacroError::of(&attribute, "#[test_on_both_engines] replaces #[test]: remove it"));
                }
                _ => function.extend(attribute),
            }
        }
        let signature: Vec<TokenTree> = tokens.collect();
        let name = parse_story_name(&signature)?;
        function.extend(signature);
        Ok(Self { name, function, cfg_attributes, test_attributes })
    }

    fn with_tests(self) -> TokenStream {
        let Self { name, function, cfg_attributes, test_attributes } = self;
        let tests = format!(
            "{cfg_attributes} mod {name} {{
                #[test] {test_attributes} fn on_sqlite() {{
                    ::parlour_testkit::run(::parlour_testkit::Engine::Sqlite, super::{name});
                }}
                #[test] {test_attributes} fn on_postgres() {{
                    ::parlour_testkit::run(::parlour_testkit::Engine::Postgres, super::{name});
                }}
            }}"
        );
        let tests: TokenStream = tests.parse().expect("the text above is Rust");
        function.into_iter().chain(tests).collect()
    }
}

/// The name in `async fn name() { … }`; anything else is refused.
fn parse_story_name(signature: &[TokenTree]) -> Result<String, MacroError> {
    const EXPECTED_FORM: &str = "#[test_on_both_engines] wants `async fn name() { … }`";
    match signature {
        [TokenTree::Ident(asynchronous), TokenTree::Ident(function), TokenTree::Ident(name), rest @ ..]
            if asynchronous.to_string() == "async" && function.to_string() == "fn" =>
        {
            match rest {
                [TokenTree::Group(parameters), TokenTree::Group(body)]
                    if is_empty_list(parameters) && is_block(body) =>
                {
                    Ok(name.to_string())
                }
                [TokenTree::Group(parameters), ..] if !is_empty_list(parameters) => {
                    Err(MacroError::at(parameters.span(), format!("{EXPECTED_FORM}, without parameters")))
                }
                [TokenTree::Group(_), returns, ..] => {
                    Err(MacroError::at(returns.span(), format!("{EXPECTED_FORM}, which returns nothing")))
                }
                [other, ..] => Err(MacroError::at(other.span(), EXPECTED_FORM)),
                [] => Err(MacroError::at(name.span(), EXPECTED_FORM)),
            }
        }
        [TokenTree::Ident(function), ..] if function.to_string() == "fn" => {
            Err(MacroError::at(function.span(), format!("{EXPECTED_FORM}: `async` is missing")))
        }
        [first, ..] => Err(MacroError::at(first.span(), EXPECTED_FORM)),
        [] => Err(MacroError::at(Span::call_site(), EXPECTED_FORM)),
    }
}

fn is_punctuation(token: &TokenTree, mark: char) -> bool {
    matches!(token, TokenTree::Punct(punctuation) if punctuation.as_char() == mark)
}

fn is_empty_list(group: &Group) -> bool {
    group.delimiter() == Delimiter::Parenthesis && group.stream().is_empty()
}

fn is_block(group: &Group) -> bool {
    group.delimiter() == Delimiter::Brace
}

/// `ignore` of `#[ignore = "slow"]`, `test` of `#[tokio::test]`.
fn attribute_name(attribute: &TokenStream) -> String {
    let Some(TokenTree::Group(content)) = attribute.clone().into_iter().nth(1) else {
        return String::new();
    };
    let path = content
        .stream()
        .into_iter()
        .take_while(|token| matches!(token, TokenTree::Ident(_)) || is_punctuation(token, ':'));
    path.last().map(|token| token.to_string()).unwrap_or_default()
}

struct MacroError {
    span: Span,
    text: String,
}

impl MacroError {
    fn at(span: Span, text: impl Into<String>) -> Self {
        Self { span, text: text.into() }
    }

    fn of(tokens: &TokenStream, text: &str) -> Self {
        let span = tokens.clone().into_iter().last().map_or_else(Span::call_site, |token| token.span());
        Self::at(span, text)
    }

    fn into_compile_error(self) -> TokenStream {
        let error: TokenStream = format!("::core::compile_error!({:?});", self.text).parse().expect("the text is Rust");
        error
            .into_iter()
            .map(|mut token| {
                token.set_span(self.span);
                token
            })
            .collect()
    }
}
