use super::*;

fn email() -> EmailMessage {
    EmailMessage {
        subject: "Confirmed".to_owned(),
        text: "Hello".to_owned(),
        html: "<p>Hello</p>".to_owned(),
        attachments: Vec::new(),
        inline: Vec::new(),
        unsubscribe_url: None,
    }
}

fn attachment(name: &str, content_type: &str) -> EmailAttachment {
    EmailAttachment { name: name.to_owned(), content_type: content_type.to_owned(), bytes: b"\0\xff\r\n.\r\n".to_vec() }
}

fn written(email: &EmailMessage, from: Option<&str>) -> String {
    let from = Sender { name: from.map(str::to_owned), address: EmailAddress::parse("desk@example.in").unwrap() };
    let to = EmailAddress::parse("asha@example.in").unwrap();
    let envelope =
        Envelope { from: &from, to: &to, message_id: "<0197@example.in>", date: Duration::from_hours(500_000) };
    let (route, bytes) = build_message(email, &envelope).unwrap();
    assert_eq!(route.to().iter().map(ToString::to_string).collect::<Vec<_>>(), ["asha@example.in"]);
    assert_eq!(route.from().map(ToString::to_string).as_deref(), Some("desk@example.in"));
    assert!(bytes.is_ascii(), "servers that know no more than ASCII take it too");
    String::from_utf8(bytes).unwrap()
}

/// The lines of the head, folded ones joined.
fn head(written: &str) -> Vec<String> {
    let head = written.split("\r\n\r\n").next().unwrap().replace("\r\n ", " ");
    head.split("\r\n").map(str::to_owned).collect()
}

#[test]
fn a_letter_says_who_writes_to_whom_and_when() {
    let head = head(&written(&email(), Some("The Parlour")));
    for line in [
        "From: \"The Parlour\" <desk@example.in>",
        "To: asha@example.in",
        "Date: Fri, 15 Jan 2027 08:00:00 +0000",
        "Message-ID: <0197@example.in>",
        "Subject: Confirmed",
        "MIME-Version: 1.0",
        "Auto-Submitted: auto-generated",
    ] {
        assert!(head.iter().any(|found| found == line), "{line} is not in {head:#?}");
    }
    assert!(!head.iter().any(|line| line.starts_with("List-Unsubscribe")), "{head:?}");
}

#[test]
fn a_letter_that_can_be_ended_says_how() {
    let url = "https://salon.example/unsubscribe/YWJj.ZGVm";
    let head = head(&written(&EmailMessage { unsubscribe_url: Some(url.to_owned()), ..email() }, None));
    assert!(head.contains(&format!("List-Unsubscribe: <{url}>")), "{head:?}");
    assert!(head.contains(&"List-Unsubscribe-Post: List-Unsubscribe=One-Click".to_owned()), "{head:?}");
}

#[test]
fn nothing_that_anybody_typed_adds_a_line_to_the_head() {
    let names = ["From:".to_owned(), "To:".to_owned(), "Subject:".to_owned()];
    let usual = head(&written(&email(), Some("The Parlour"))).len();
    for typed in [
        "Asha\r\nBcc: everyone@example.in",
        "Asha\nBcc: everyone@example.in",
        "Asha\r\n\r\n<p>another body</p>",
        "Asha\u{2028}\u{85}Bcc: everyone@example.in",
        "\" <everyone@example.in>, \"",
        "आशा 🪒 \"सैलून\" <x@example.in>\r\nX: y",
        "\0\u{1b}[31m\t\u{b}\u{c}",
        &"बहुत लंबा ".repeat(60),
        &"long".repeat(300),
        "=?utf-8?q?Bcc:_x?=",
        "",
    ] {
        let hostile = EmailMessage {
            subject: typed.to_owned(),
            unsubscribe_url: Some(format!("https://salon.example/{typed}")),
            attachments: vec![attachment(typed, "application/pdf")],
            ..email()
        };
        let written = written(&hostile, Some(typed));
        let head = head(&written);
        // Two more for the way out.
        assert_eq!(head.len(), usual + 2, "{head:#?}");
        assert!(!head.iter().any(|line| line.starts_with("Bcc") || line.starts_with("X:")), "{head:#?}");
        for name in &names {
            assert_eq!(head.iter().filter(|line| line.starts_with(name.as_str())).count(), 1, "{head:#?}");
        }
        assert!(!written.replace("\r\n", "").contains(['\r', '\n']), "{typed:?}");
    }
}

#[test]
fn text_and_page_are_alternatives_with_pictures_and_files_around_them() {
    let whole = EmailMessage {
        html: "<p>Hello <img src=\"cid:chart\"></p>".to_owned(),
        inline: vec![attachment("chart", "image/png")],
        attachments: vec![
            attachment("PUN-2627-000001.pdf", "application/pdf"),
            attachment("visit.ics", "text/calendar; charset=utf-8; method=PUBLISH"),
        ],
        ..email()
    };
    let written = written(&whole, None);
    let kinds: Vec<&str> = written
        .lines()
        .filter_map(|line| line.strip_prefix("Content-Type: "))
        .map(|kind| kind.split(';').next().unwrap())
        .collect();
    assert_eq!(
        kinds,
        [
            "multipart/mixed",
            "multipart/alternative",
            "text/plain",
            "multipart/related",
            "text/html",
            "image/png",
            "application/pdf",
            "text/calendar"
        ]
    );
    assert!(written.contains("Content-ID: <chart.0197@example.in>\r\n"), "{written}");
    assert!(written.contains("<img src=\"cid:chart.0197@example.in\">"), "{written}");
    assert!(written.contains("method=PUBLISH"), "{written}");
}

#[test]
fn an_address_that_no_mail_reaches_is_refused() {
    let from = Sender { name: None, address: EmailAddress::parse("desk@example.in").unwrap() };
    for typed in ["", "asha", "asha@", "asha@example.in\r\nBcc: x@example.in", "a b@example.in"] {
        let to = EmailAddress::from_stored(typed.to_owned());
        let envelope = Envelope { from: &from, to: &to, message_id: "<1@example.in>", date: Duration::ZERO };
        let refused = build_message(&email(), &envelope);
        assert!(matches!(refused, Err(MailFailure::Refused(_))), "{typed:?}");
    }
}
