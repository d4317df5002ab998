use super::*;

fn collect_from(variables: &[(&str, &str)], file: &str) -> Sources {
    let variables = variables.iter().map(|(name, value)| ((*name).into(), (*value).into()));
    Sources::collect_from(variables, Some((Path::new("parlour.toml"), file))).unwrap()
}

fn problems(variables: &[(&str, &str)], file: &str) -> Vec<String> {
    collect_from(variables, file).problems
}

fn value<'a>(sources: &'a Sources, name: &str) -> Option<&'a str> {
    sources.given.get(name).map(|given| given.value.as_str())
}

#[test]
fn the_environment_wins_over_the_file() {
    let file = "log = 'debug'\nlead_source = 'shop'";
    let sources = collect_from(&[("PARLOUR_LOG", "warn"), ("HOME", "/root")], file);
    assert!(sources.problems.is_empty());
    assert_eq!(value(&sources, "PARLOUR_LOG"), Some("warn"));
    assert_eq!(sources.given["PARLOUR_LOG"].display_name, "PARLOUR_LOG");
    assert_eq!(value(&sources, "PARLOUR_LEAD_SOURCE"), Some("shop"));
    assert_eq!(sources.given["PARLOUR_LEAD_SOURCE"].display_name, "lead_source in parlour.toml");
    assert_eq!(sources.given.len(), 2);
}

#[test]
fn an_empty_value_is_no_value() {
    let sources = collect_from(&[("PARLOUR_LOG", ""), ("PARLOUR_ENV", "  ")], "log = 'debug'\ntls_key = ''");
    assert_eq!(value(&sources, "PARLOUR_LOG"), Some("debug"));
    assert_eq!(sources.given.len(), 1);
    assert_eq!(problems(&[("PARLOUR_WALLPAPER", "")], ""), [""; 0]);
}

#[test]
fn space_around_a_value_is_dropped() {
    assert_eq!(value(&collect_from(&[("PARLOUR_LOG", " warn\n")], ""), "PARLOUR_LOG"), Some("warn"));
}

#[test]
fn an_unknown_variable_is_refused_and_the_nearest_name_suggested() {
    for (name, line) in [
        ("PARLOUR_DATABSE_URL", "did you mean PARLOUR_DATABASE_URL?"),
        ("PARLOUR_database_url", "did you mean PARLOUR_DATABASE_URL?"),
        ("PARLOUR_CUSTOMER_ADDRESS", "did you mean PARLOUR_CUSTOMER_ADDR?"),
        ("PARLOUR_HEARTBEAT_NO_SHOW_CHECK", "did you mean PARLOUR_HEARTBEAT_NOSHOW_CHECK?"),
        ("PARLOUR_WALLPAPER", "see docs/settings.md for all settings"),
        ("PARLOUR_", "see docs/settings.md for all settings"),
    ] {
        let expected = format!("{name}: unknown setting; {line}");
        assert_eq!(problems(&[(name, "hunter2")], ""), [expected]);
    }
}

#[test]
fn an_unknown_key_is_refused_and_the_nearest_key_suggested() {
    for (key, meant) in [("databse_url", "database_url"), ("PARLOUR_LOG", "log"), ("Customer_Addr", "customer_addr")] {
        let expected = format!("{key} in parlour.toml: unknown setting; did you mean {meant}?");
        assert_eq!(problems(&[], &format!("{key} = 'hunter2'")), [expected]);
    }
}

#[test]
fn every_kind_of_toml_value_is_read_where_it_makes_sense() {
    let file = "
        insecure_dev = true
        gst_rate = 5
        lead_source = 7.5
        clock_start = 2027-03-01T10:00:00+05:30
        trusted_proxies = ['10.0.0.0/8', '::1']
        lead_origins = 'https://a.example,https://b.example'
    ";
    let sources = collect_from(&[], file);
    assert_eq!(sources.problems, [""; 0]);
    for (name, text) in [
        ("PARLOUR_INSECURE_DEV", "true"),
        ("PARLOUR_GST_RATE", "5"),
        ("PARLOUR_LEAD_SOURCE", "7.5"),
        ("PARLOUR_CLOCK_START", "2027-03-01T10:00:00+05:30"),
        ("PARLOUR_TRUSTED_PROXIES", "10.0.0.0/8,::1"),
        ("PARLOUR_LEAD_ORIGINS", "https://a.example,https://b.example"),
    ] {
        assert_eq!(value(&sources, name), Some(text));
    }
}

#[test]
fn a_toml_value_of_the_wrong_kind_is_refused() {
    for (line, expected) in [
        ("lead_source = true", "expected a string"),
        ("oauth_client_id = ['a', 'b']", "expected a string"),
        ("trusted_proxies = ['::1', 1]", "expected a list of strings"),
        ("trusted_proxies = false", "expected a list of strings"),
        ("insecure_dev = [true]", "expected true or false"),
        ("[log]\nfilter = 'info'", "expected a string"),
    ] {
        let found = problems(&[], line);
        assert!(found[0].ends_with(&format!(" in parlour.toml: {expected}")), "{found:?}");
    }
}

#[test]
fn broken_toml_is_reported_with_its_line_and_without_values() {
    for broken in [
        "queue_token = hunter2",
        "queue_token = 'hunter2",
        "queue_token = \"hunter2\\q\"",
        "queue_token 'hunter2'",
        "log = 'hunter2'",
        "log.filter = 'hunter2'",
        "queue_token = 'hunter2' 'hunter2'",
        "queue_token = 1hunter2",
        "queue_token = [hunter2",
    ] {
        let text = format!("log = 'info'\n{broken}\n");
        let error = Sources::collect_from([], Some((Path::new("parlour.toml"), &text))).unwrap_err().to_string();
        assert!(error.starts_with("parlour.toml, line 2: invalid TOML: "), "{error}");
        assert!(!error.contains("hunter2") && !error.contains('\n'), "{error}");
    }
}

#[cfg(unix)]
#[test]
fn a_variable_that_is_not_text_is_refused_if_it_is_ours() {
    use std::os::unix::ffi::OsStringExt as _;
    let broken = || OsString::from_vec(b"hunter2\xff".to_vec());
    let foreign = own_variables_as_text([("LS_COLORS".into(), broken())].into_iter());
    assert_eq!(foreign, Ok(vec![]));
    let value = own_variables_as_text([("PARLOUR_LOG".into(), broken())].into_iter()).unwrap_err();
    assert_eq!(value.to_string(), "PARLOUR_LOG: not valid UTF-8");
    let name = OsString::from_vec(b"PARLOUR_\xff".to_vec());
    let name = own_variables_as_text([(name, "x".into())].into_iter()).unwrap_err();
    assert_eq!(name.to_string(), "PARLOUR_\u{fffd}: not valid UTF-8");
    let fine = own_variables_as_text([("PARLOUR_LOG".into(), "info".into())].into_iter());
    assert_eq!(fine, Ok(vec![("PARLOUR_LOG".into(), "info".into())]));
}

#[test]
fn a_missing_file_is_no_file_and_an_unreadable_one_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("parlour.toml");
    assert_eq!(read_if_present(&path), Ok(None));
    fs::write(&path, "log = 'info'").unwrap();
    assert_eq!(read_if_present(&path), Ok(Some((path.clone(), "log = 'info'".into()))));
    fs::write(&path, b"log = '\xff'").unwrap();
    let error = read_if_present(&path).unwrap_err().to_string();
    assert!(error.contains("cannot be read") && error.contains("UTF-8"), "{error}");
}
