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
        Some(argument) => Err(Misuse::at(argument.span(), "#[test_on_both_engines] takes no arguments")),
        None => Story::parse(item.clone()),
    };
    match story {
        Ok(story) => story.with_tests(),
        // The item stays, so that the misuse is the only error.
        Err(misuse) => misuse.into_compile_error().into_iter().chain(item).collect(),
    }
}

/// An `async fn name() { … }` and what stands before it.
struct Story {
    name: String,
    /// The function, without the attributes that make sense only on a test.
    function: TokenStream,
    /// `#[cfg]`: the tests exist only where the function does.
    conditions: TokenStream,
    /// `#[ignore]` and `#[should_panic]`.
    of_tests: TokenStream,
}

impl Story {
    fn parse(item: TokenStream) -> Result<Self, Misuse> {
        let mut function = TokenStream::new();
        let mut conditions = TokenStream::new();
        let mut of_tests = TokenStream::new();
        let mut tokens = item.into_iter().peekable();
        while tokens.peek().is_some_and(|token| is_mark(token, '#')) {
            let attribute: TokenStream = tokens.by_ref().take(2).collect();
            match attribute_name(&attribute).as_str() {
                "ignore" | "should_panic" => of_tests.extend(attribute),
                "cfg" => {
                    conditions.extend(attribute.clone());
                    function.extend(attribute);
                }
                "test" => {
                    return Err(Misuse::of(
                        &attribute,
                        "#[test_on_both_engines] replaces #[test]: remove it",
                    ));
                }
                _ => function.extend(attribute),
            }
        }
        let signature: Vec<TokenTree> = tokens.collect();
        let name = name_of(&signature)?;
        function.extend(signature);
        Ok(Self { name, function, conditions, of_tests })
    }

    fn with_tests(self) -> TokenStream {
        let Self { name, function, conditions, of_tests } = self;
        let tests = format!(
            "{conditions} mod {name} {{
                #[test] {of_tests} fn on_sqlite() {{
                    ::parlour_testkit::run(::parlour_testkit::Engine::Sqlite, super::{name});
                }}
                #[test] {of_tests} fn on_postgres() {{
                    ::parlour_testkit::run(::parlour_testkit::Engine::Postgres, super::{name});
                }}
            }}"
        );
        let tests: TokenStream = tests.parse().expect("the text above is Rust");
        function.into_iter().chain(tests).collect()
    }
}

/// The name in `async fn name() { … }`; anything else is refused.
fn name_of(signature: &[TokenTree]) -> Result<String, Misuse> {
    const SHAPE: &str = "#[test_on_both_engines] wants `async fn name() { … }`";
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
                    Err(Misuse::at(parameters.span(), format!("{SHAPE}, without parameters")))
                }
                [TokenTree::Group(_), returns, ..] => {
                    Err(Misuse::at(returns.span(), format!("{SHAPE}, which returns nothing")))
                }
                [other, ..] => Err(Misuse::at(other.span(), SHAPE)),
                [] => Err(Misuse::at(name.span(), SHAPE)),
            }
        }
        [TokenTree::Ident(function), ..] if function.to_string() == "fn" => {
            Err(Misuse::at(function.span(), format!("{SHAPE}: `async` is missing")))
        }
        [first, ..] => Err(Misuse::at(first.span(), SHAPE)),
        [] => Err(Misuse::at(Span::call_site(), SHAPE)),
    }
}

fn is_mark(token: &TokenTree, mark: char) -> bool {
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
        .take_while(|token| matches!(token, TokenTree::Ident(_)) || is_mark(token, ':'));
    path.last().map(|token| token.to_string()).unwrap_or_default()
}

struct Misuse {
    span: Span,
    text: String,
}

impl Misuse {
    fn at(span: Span, text: impl Into<String>) -> Self {
        Self { span, text: text.into() }
    }

    fn of(tokens: &TokenStream, text: &str) -> Self {
        let span = tokens.clone().into_iter().last().map_or_else(Span::call_site, |token| token.span());
        Self::at(span, text)
    }

    fn into_compile_error(self) -> TokenStream {
        let error: TokenStream =
            format!("::core::compile_error!({:?});", self.text).parse().expect("the text is Rust");
        error
            .into_iter()
            .map(|mut token| {
                token.set_span(self.span);
                token
            })
            .collect()
    }
}
