//! The rules between settings, and how several problems are reported together.

use super::*;

const HTTPS: &str = "production needs an https:// address";

#[test]
fn settings_that_depend_on_each_other_must_both_be_set() {
    for (given, value, missing) in [
        ("PARLOUR_TLS_CERT", "cert.pem", "PARLOUR_TLS_KEY"),
        ("PARLOUR_TLS_KEY", "key.pem", "PARLOUR_TLS_CERT"),
        ("PARLOUR_OAUTH_ISSUER", "https://accounts.example.com", "PARLOUR_OAUTH_CLIENT_ID"),
        ("PARLOUR_OAUTH_CLIENT_ID", "parlour", "PARLOUR_OAUTH_ISSUER"),
        ("PARLOUR_OAUTH_CLIENT_SECRET", "hunter2", "PARLOUR_OAUTH_ISSUER"),
        ("PARLOUR_QUEUE_URL", "https://queue.example", "PARLOUR_QUEUE_TOKEN"),
        ("PARLOUR_QUEUE_TOKEN", "hunter2", "PARLOUR_QUEUE_URL"),
        ("PARLOUR_VAPID_PRIVATE_KEY", &"k".repeat(43), "PARLOUR_VAPID_SUBJECT"),
        ("PARLOUR_VAPID_SUBJECT", "https://example.in", "PARLOUR_VAPID_PRIVATE_KEY"),
        ("PARLOUR_MAIL_URL", "file:///var/mail", "PARLOUR_MAIL_FROM"),
    ] {
        assert_eq!(refusal(&[(given, value)]), format!("{given}: {missing} must be set as well"));
    }
}

#[test]
fn a_sender_or_one_signing_key_alone_is_fine() {
    assert_eq!(load(&[("PARLOUR_MAIL_FROM", "desk@example.in")]).unwrap().mail, None);
    for name in ["PARLOUR_QUEUE_CURRENT_SIGNING_KEY", "PARLOUR_QUEUE_NEXT_SIGNING_KEY"] {
        assert_eq!(load(&[(name, "key")]).unwrap().queue.signing_keys.len(), 1);
    }
}

#[test]
fn a_replica_needs_postgres() {
    let replica = ("PARLOUR_DATABASE_READ_URL", "postgres://replica/salon");
    let why = "PARLOUR_DATABASE_READ_URL: a replica needs a postgres:// PARLOUR_DATABASE_URL";
    assert_eq!(refusal(&[replica]), why);
    assert_eq!(refusal(&[replica, ("PARLOUR_DATABASE_URL", "sqlite:a.db")]), why);
    assert!(load(&[replica, ("PARLOUR_DATABASE_URL", "postgres://db/salon")]).is_ok());
    let sqlite = [("PARLOUR_DATABASE_READ_URL", "sqlite:a.db"), ("PARLOUR_DATABASE_URL", "postgres://db/salon")];
    assert!(refusal(&sqlite).starts_with("PARLOUR_DATABASE_READ_URL: the value is not a replica"));
}

#[test]
fn production_refuses_the_clock() {
    let clock = ("PARLOUR_CLOCK_START", "2027-03-01T10:00:00Z");
    assert!(load(&[clock]).is_ok());
    let line = refusal(&[clock, ("PARLOUR_ENV", "production")]);
    assert_eq!(line, "PARLOUR_CLOCK_START: not allowed in production");
}

#[test]
fn production_refuses_public_addresses_without_https() {
    for name in ["PARLOUR_CUSTOMER_URL", "PARLOUR_ADMIN_URL", "PARLOUR_CHAT_WEBHOOK_URL"] {
        let plain = (name, "http://salon.example.in");
        assert!(load(&[plain]).is_ok());
        assert_eq!(refusal(&[plain, ("PARLOUR_ENV", "production")]), format!("{name}: {HTTPS}"));
        let https = (name, "https://salon.example.in");
        assert!(load(&[https, ("PARLOUR_ENV", "production")]).is_ok());
    }
}

#[test]
fn production_sends_nothing_in_plain_text_to_other_machines() {
    let companions = [
        ("PARLOUR_ENV", "production"),
        ("PARLOUR_QUEUE_TOKEN", "t"),
        ("PARLOUR_STORAGE_URL", "s3://invoices"),
        ("PARLOUR_STORAGE_REGION", "ap-south-1"),
        ("PARLOUR_STORAGE_ACCESS_KEY", "a"),
        ("PARLOUR_STORAGE_SECRET_KEY", "s"),
    ];
    let names =
        ["PARLOUR_QUEUE_URL", "PARLOUR_STORAGE_ENDPOINT", "PARLOUR_INVOICING_URL", "PARLOUR_HEARTBEAT_NOSHOW_CHECK"];
    let with = |name: &'static str, url: &'static str| {
        let queue = ("PARLOUR_QUEUE_URL", "https://queue.example");
        let others = companions.into_iter().chain((name != queue.0).then_some(queue));
        others.chain([(name, url)]).collect::<Vec<_>>()
    };
    for name in names {
        for plain in ["http://service.example", "http://10.0.0.1:9000"] {
            let line = refusal(&with(name, plain));
            assert_eq!(line, format!("{name}: {HTTPS}; http:// only on this machine"));
        }
        for safe in ["https://service.example", "http://127.0.0.1:9000", "http://[::1]:9000", "http://localhost:9000"] {
            assert!(load(&with(name, safe)).is_ok(), "{name} {safe}");
        }
    }
}

#[test]
fn commands_run_in_production_without_what_only_serving_needs() {
    assert!(load(&[("PARLOUR_ENV", "production")]).is_ok());
}

#[test]
fn a_bucket_needs_a_region_or_endpoint_and_keys() {
    let url = ("PARLOUR_STORAGE_URL", "s3://invoices");
    let region = ("PARLOUR_STORAGE_REGION", "ap-south-1");
    let endpoint = ("PARLOUR_STORAGE_ENDPOINT", "https://s3.example");
    let access = ("PARLOUR_STORAGE_ACCESS_KEY", "hunter2");
    let secret = ("PARLOUR_STORAGE_SECRET_KEY", "hunter2");
    for (given, missing) in [
        (vec![url, access, secret], "PARLOUR_STORAGE_REGION or PARLOUR_STORAGE_ENDPOINT"),
        (vec![url, region, secret], "PARLOUR_STORAGE_ACCESS_KEY"),
        (vec![url, endpoint, access], "PARLOUR_STORAGE_SECRET_KEY"),
    ] {
        assert_eq!(refusal(&given), format!("PARLOUR_STORAGE_URL: s3:// needs {missing}"));
    }
    assert!(load(&[url, region, access, secret]).is_ok());
    let StorageSettings::S3(s3) = load(&[url, endpoint, access, secret]).unwrap().storage else { panic!("not S3") };
    assert_eq!(s3.region, "us-east-1");
    for companion in [region, endpoint, access, secret] {
        let why = "only an s3:// PARLOUR_STORAGE_URL or PARLOUR_BACKUP_URL uses this";
        assert_eq!(refusal(&[companion]), format!("{}: {why}", companion.0));
    }
}

#[test]
fn backups_go_to_a_folder_or_a_bucket() {
    let place = |given: &[(&str, &str)]| load(given).unwrap().backups.unwrap();
    assert_eq!(load(&[]).unwrap().backups, None);
    for (url, folder) in [("file:///backups", "/backups"), ("file://backups", "backups"), ("/backups", "/backups")] {
        let backups = place(&[("PARLOUR_BACKUP_URL", url)]);
        assert_eq!((backups.place, backups.keep), (StorageSettings::Folder(folder.into()), 14), "{url}");
    }
    let bucket = [
        ("PARLOUR_BACKUP_URL", "s3://backups/salon"),
        ("PARLOUR_BACKUP_KEEP", "3"),
        ("PARLOUR_STORAGE_REGION", "ap-south-1"),
        ("PARLOUR_STORAGE_ACCESS_KEY", "a"),
        ("PARLOUR_STORAGE_SECRET_KEY", "s"),
    ];
    // The files of the salon stay in their folder.
    assert!(matches!(load(&bucket).unwrap().storage, StorageSettings::Folder(_)));
    let BackupSettings { place: StorageSettings::S3(s3), keep: 3 } = place(&bucket) else { panic!("not S3") };
    assert_eq!((s3.bucket.as_str(), s3.prefix.as_str()), ("backups", "salon"));
    assert_eq!(refusal(&bucket[..4]), "PARLOUR_BACKUP_URL: s3:// needs PARLOUR_STORAGE_SECRET_KEY");
    for (name, value) in
        [("PARLOUR_BACKUP_URL", "backups"), ("PARLOUR_BACKUP_KEEP", "0"), ("PARLOUR_BACKUP_KEEP", "all")]
    {
        assert!(refusal(&[(name, value)]).starts_with(name), "{value}");
    }
}

#[test]
fn several_problems_make_one_line_in_table_order() {
    let line = refusal(&[
        ("PARLOUR_GST_RATE", "much"),
        ("PARLOUR_MEMBERSHIP_PREFIX", "prl"),
        ("PARLOUR_ENV", "prod"),
        ("PARLOUR_TLS_KEY", "key.pem"),
    ]);
    let names = ["PARLOUR_ENV: \"prod\" is not development or production; PARLOUR_TLS_KEY: ", "; PARLOUR_GST_RATE: "];
    assert!(line.starts_with(names[0]) && line.contains(names[1]) && line.contains("; PARLOUR_MEMBERSHIP_PREFIX: "));
    let line = refusal(&[("PARLOUR_ENV", "prod"), ("PARLOUR_LOGG", "info")]);
    assert!(line.starts_with("PARLOUR_LOGG: unknown setting; did you mean PARLOUR_LOG?"));
    assert!(line.contains("; PARLOUR_ENV: "));
}

#[test]
fn an_invalid_value_of_a_pair_is_one_problem() {
    let line = refusal(&[("PARLOUR_OAUTH_ISSUER", "nowhere"), ("PARLOUR_OAUTH_CLIENT_ID", "parlour")]);
    assert_eq!(line, r#"PARLOUR_OAUTH_ISSUER: "nowhere" is not an issuer such as https://accounts.example.com"#);
}

#[test]
fn a_problem_in_the_file_is_named_as_in_the_file() {
    let file = Some((Path::new("parlour.toml"), "customer_addr = 'abc'"));
    let line = Settings::load([], file).unwrap_err().to_string();
    assert_eq!(line, r#"customer_addr in parlour.toml: "abc" is not an address such as 127.0.0.1:3000"#);
    let right = [("PARLOUR_CUSTOMER_ADDR".to_owned(), "127.0.0.1:80".to_owned())];
    assert_eq!(Settings::load(right, file).unwrap().customer.address.port(), 80);
}

#[test]
fn every_plain_setting_refuses_nonsense_by_name() {
    let free_text = ["PARLOUR_LEAD_SOURCE", "PARLOUR_OAUTH_CLIENT_ID"];
    let files = ["PARLOUR_TLS_CERT", "PARLOUR_TLS_KEY"];
    let plain = table::settings().iter().filter(|setting| !setting.is_secret);
    for name in plain.map(|setting| &*setting.name) {
        let control = refusal_of(name, "bad\u{1}value");
        assert!(control.starts_with(&format!("{name}: \"bad\\u{{1}}value\" is not ")), "{control}");
        if !free_text.contains(&name) && !files.contains(&name) {
            let line = refusal_of(name, "!nonsense");
            assert!(line.starts_with(&format!("{name}: \"!nonsense\" is not ")), "{line}");
        }
    }
}
