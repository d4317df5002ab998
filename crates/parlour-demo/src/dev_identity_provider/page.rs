//! The sign-in page and the error page: plain HTML with an inline style sheet and without scripts.

use std::fmt::Write;

use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{Html, IntoResponse, Response};

use super::provider::{AuthorizationRequest, CLIENT_ID, DevUser, Provider};

const STYLE: &str = include_str!("page.css");

/// The page that lists the users, with an error about the previous choice.
pub(super) fn choice_page(
    status: StatusCode,
    provider: &Provider,
    request: &AuthorizationRequest<'_>,
    users: &[DevUser],
    problem: Option<&str>,
) -> Response {
    let hidden = hidden_fields(provider, request);
    let mut body = String::from(
        "<h1>Who is signing in?</h1>\
         <p class=lead>Choose a user to sign in. There are no passwords: this page exists only \
         on a development machine.</p>",
    );
    if let Some(problem) = problem {
        let _ = write!(body, "<p class=problem role=alert>{}</p>", escape_html(problem));
    }
    if users.is_empty() {
        body.push_str(
            "<p class=empty>There are no users yet. Sign in as a new user, or start with <code>--demo</code>.</p>",
        );
    } else {
        let _ = write!(body, "<form method=post action=authorize class=groups>{hidden}{}</form>", users_by_role(users));
    }
    let _ = write!(body, "<form method=post action=authorize class=new>{hidden}{NEW_USER_FIELDS}</form>");
    let _ = write!(
        body,
        "<form method=post action=authorize class=cancel>{hidden}\
         <button name=cancel value=yes>Cancel and go back</button></form>"
    );
    html_page(status, "Sign in", &body, url::Url::parse(&provider.redirect_uri).ok().as_ref())
}

/// The page for a request that cannot be answered with a redirect.
pub(super) fn error_page(message: &str) -> Response {
    let body = format!(
        "<h1>This sign-in cannot continue</h1><p class=lead>{}</p><p class=hint>Go back to the app and start again.</p>",
        escape_html(message)
    );
    html_page(StatusCode::BAD_REQUEST, "Sign-in stopped", &body, None)
}

/// The response must be neither cached nor sent as referrer, because the URL contains secrets of the request.
pub(super) fn forbid_caching(headers: &mut HeaderMap) {
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    // Not `no-referrer`: that would make browsers post the form with `Origin: null`.
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("same-origin"));
}

const NEW_USER_FIELDS: &str = "<h2>New user</h2>\
    <div class=fields>\
    <label>Name<input name=name required maxlength=100 autocomplete=name placeholder='Meera Iyer'></label>\
    <label>E-mail<input name=email type=email required maxlength=254 autocomplete=email placeholder='meera@example.in'></label>\
    </div>\
    <div class=row><label class=check><input type=checkbox name=email_verified value=true checked> E-mail is verified</label>\
    <button class=primary>Sign in</button></div>";

fn hidden_fields(provider: &Provider, request: &AuthorizationRequest<'_>) -> String {
    let fields = [
        ("client_id", Some(CLIENT_ID)),
        ("redirect_uri", Some(provider.redirect_uri.as_str())),
        ("response_type", Some("code")),
        ("scope", Some(request.scope)),
        ("state", request.state),
        ("nonce", request.nonce),
        ("code_challenge", Some(request.code_challenge)),
        ("code_challenge_method", Some("S256")),
    ];
    let given = fields.into_iter().filter_map(|(name, value)| Some((name, escape_html(value?))));
    given
        .fold(String::new(), |html, (name, value)| html + &format!("<input type=hidden name={name} value=\"{value}\">"))
}

fn users_by_role(users: &[DevUser]) -> String {
    let mut roles: Vec<&str> = Vec::new();
    for user in users {
        if !roles.contains(&user.role.as_str()) {
            roles.push(&user.role);
        }
    }
    let mut html = String::new();
    for (number, role) in roles.iter().enumerate() {
        let members: Vec<_> = users.iter().filter(|user| user.role == *role).collect();
        let alone = if members.len() == 1 { "class=alone" } else { "" };
        let _ = write!(
            html,
            "<section {alone} aria-labelledby=role-{number}><h2 id=role-{number}>{}</h2><div class=people>",
            escape_html(&role_heading(role))
        );
        for user in members {
            let _ = write!(
                html,
                "<button name=person value=\"{email}\"><span class=\"face tint-{tint}\" aria-hidden=true>{initials}</span>\
                 <span class=who><b>{name}</b><small>{email}</small></span></button>",
                email = escape_html(&user.email),
                tint = tint(&user.email),
                initials = escape_html(&initials(&user.name)),
                name = escape_html(&user.name),
            );
        }
        html.push_str("</div></section>");
    }
    html
}

/// Converts `front_desk` to `Front desk`.
fn role_heading(role: &str) -> String {
    let mut letters = role.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect()).replace('_', " ")
}

fn initials(name: &str) -> String {
    let mut words = name.split_whitespace().filter_map(|word| word.chars().next());
    let first = words.next();
    first.into_iter().chain(words.next_back()).flat_map(char::to_uppercase).collect()
}

fn tint(email: &str) -> u32 {
    email.bytes().fold(0, |sum, byte| (sum * 31 + u32::from(byte)) % 9973) % 6
}

/// `redirect_uri` is where the forms of the page redirect to: the content security policy has to allow it.
fn html_page(status: StatusCode, title: &str, body: &str, redirect_uri: Option<&url::Url>) -> Response {
    let origin = redirect_uri.map(|url| url.origin().ascii_serialization()).unwrap_or_default();
    let app = origin.split_once("://").map_or("", |(_, host)| host);
    let html = format!(
        "<!doctype html><html lang=en><head><meta charset=utf-8>\
         <meta name=viewport content='width=device-width,initial-scale=1'><meta name=color-scheme content='light dark'>\
         <meta name=robots content=noindex><title>{title} · Parlour development</title><style>{STYLE}</style></head>\
         <body><main><header><span class=brand>Parlour</span><span class=badge>Development</span>\
         <span class=app>{app}</span></header>{body}</main></body></html>"
    );
    let policy = format!(
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self' {origin}; base-uri 'none'; frame-ancestors 'none'"
    );
    let mut response = (status, Html(html)).into_response();
    let headers = response.headers_mut();
    forbid_caching(headers);
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert(CONTENT_SECURITY_POLICY, policy);
    }
    response
}

fn escape_html(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;").replace('\'', "&#39;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_in_a_name_stays_text() {
        let users = [DevUser {
            name: "<script>alert('x')</script> & \"Co\"".into(),
            email: "a\"><b>@x".into(),
            role: "<i>".into(),
        }];
        let html = users_by_role(&users);
        assert!(!html.contains("<script") && !html.contains("<b>@") && !html.contains("<i>"));
        assert!(html.contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; &quot;Co&quot;"));
    }

    #[test]
    fn users_are_grouped_by_role_in_the_order_given() {
        let person = |name: &str, role: &str| DevUser {
            name: name.into(),
            email: format!("{name}@salon.invalid"),
            role: role.into(),
        };
        let html = users_by_role(&[person("Asha", "owner"), person("Ravi", "front_desk"), person("Tara", "owner")]);
        let at = |text: &str| html.find(text).unwrap();
        assert!(at("Owner") < at("Asha") && at("Asha") < at("Tara") && at("Tara") < at("Front desk"));
        assert_eq!(html.matches("<h2").count(), 2);
    }

    #[test]
    fn initials_are_those_of_the_first_and_last_name() {
        assert_eq!(initials("asha devi rao"), "AR");
        assert_eq!(initials("Asha"), "A");
        assert_eq!(initials("  "), "");
    }
}
