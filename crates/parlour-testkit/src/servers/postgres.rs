//! A private Postgres cluster, made from the installed binaries.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::{fmt, fs, thread};

use postgres::{Client, Config, NoTls};

use super::watchdog::{Account, Watchdog};
use super::{command_output, start_on_free_port};

/// What a committed transaction survives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Durability {
    /// The end of its session. Fast, and enough for a test that never kills the server.
    #[default]
    None,
    /// Whatever a production server survives.
    Real,
}

/// Whether the server speaks TLS.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encryption {
    #[default]
    None,
    /// The server refuses plain connections; [`PrivatePostgres::certificate_authority`] vouches for its certificate.
    Tls,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct PostgresOptions {
    pub durability: Durability,
    pub encryption: Encryption,
}

/// A Postgres cluster of the tests' own on 127.0.0.1. Its databases belong to the role `parlour`, which needs no
/// password and may do no more than a production role. All methods block, and may be called from async tests.
#[derive(Debug)]
pub struct PrivatePostgres {
    port: u16,
    encryption: Encryption,
    server: ServerCommand,
    directory: PathBuf,
    watchdog: Mutex<Watchdog>,
    template: OnceLock<()>,
    /// Further templates, by name.
    data_templates: Mutex<HashMap<String, Arc<OnceLock<()>>>>,
    databases: AtomicU32,
    superusers: UnusedClients,
}

/// Connections that wait for their next statement: to connect takes the server as long as most statements.
#[derive(Default)]
struct UnusedClients(Mutex<Vec<Client>>);

impl UnusedClients {
    fn lock(&self) -> MutexGuard<'_, Vec<Client>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for UnusedClients {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} clients", self.lock().len())
    }
}

const TEMPLATE: &str = "parlour_template";

/// A server that was killed could not give back its one piece of System V memory, and the kernel has few: that is the
/// number at the end of the seventh line.
const SHUTDOWN_SCRIPT: &str = r#"
if [ -n "$server" ]; then kill -QUIT $server; wait $server; fi
if [ -f data/postmaster.pid ]; then ipcrm -m "$(sed -n '7s/.* //p' data/postmaster.pid)"; fi"#;

impl PrivatePostgres {
    /// The cluster that all tests of this process share; started by the first that asks.
    pub fn shared() -> &'static Self {
        static SHARED: OnceLock<PrivatePostgres> = OnceLock::new();
        SHARED.get_or_init(|| Self::start(&PostgresOptions::default()))
    }

    /// A cluster for one test, which may stop, freeze or kill it; it ends when the value is dropped.
    pub fn start(options: &PostgresOptions) -> Self {
        let binaries = binaries().expect("Postgres is not installed: run `make setup`");
        let mut watchdog = Watchdog::new("postgres", server_account(), SHUTDOWN_SCRIPT);
        watchdog.order(&initdb(&binaries)).unwrap_or_else(|log| panic!("initdb failed: {log}"));
        if options.encryption == Encryption::Tls {
            watchdog.order(CREATE_CERTIFICATES_SCRIPT).unwrap_or_else(|log| panic!("openssl failed: {log}"));
        }
        let server = ServerCommand { binaries, options: *options };
        let port = start_on_free_port(|port| watchdog.start(&server.on(port), is_ready));
        let postgres = Self {
            port,
            encryption: options.encryption,
            server,
            directory: watchdog.directory().to_owned(),
            watchdog: Mutex::new(watchdog),
            template: OnceLock::new(),
            data_templates: Mutex::default(),
            databases: AtomicU32::new(0),
            superusers: UnusedClients::default(),
        };
        postgres.execute_as_superuser("create role parlour login createdb");
        postgres
    }

    /// Prepares the database that [`fresh_database`](Self::fresh_database) copies. Only the first call on a cluster runs
    /// `prepare`, with the template's URL and on a thread where blocking is allowed; later and simultaneous calls wait for it.
    pub fn template(&self, prepare: impl FnOnce(&str) + Send) {
        self.template.get_or_init(|| self.make_template(TEMPLATE, "template0", prepare));
    }

    fn make_template(&self, name: &str, from: &str, prepare: impl FnOnce(&str) + Send) {
        // It exists already if an earlier `prepare` failed.
        self.execute_as_superuser(&format!("drop database if exists {name} with (force)"));
        self.copy_database(from, name);
        run_on_std_thread(|| prepare(&self.url(name)));
        // Postgres copies only what nobody is connected to.
        self.execute_as_superuser(&format!("alter database {name} with allow_connections false"));
        self.execute_as_superuser(&format!(
            "select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '{name}'"
        ));
    }

    /// A new database for one test: a copy of the template, or empty if there is none. Returns its URL.
    pub fn fresh_database(&self) -> String {
        self.fresh_copy_of(if self.template.get().is_some() { TEMPLATE } else { "template0" })
    }

    /// A new database for one test with what `prepare` inserts into a copy of the template. `data` is a name for it: only
    /// the first call with it runs `prepare`, as in [`template`](Self::template).
    pub fn fresh_database_with(&self, data: &str, prepare: impl FnOnce(&str) + Send) -> String {
        let name = format!("{TEMPLATE}_{data}");
        let template = {
            let mut templates = self.data_templates.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(templates.entry(name.clone()).or_default())
        };
        template.get_or_init(|| self.make_template(&name, TEMPLATE, prepare));
        self.fresh_copy_of(&name)
    }

    fn fresh_copy_of(&self, template: &str) -> String {
        let name = format!("salon_{}", self.databases.fetch_add(1, Ordering::Relaxed));
        self.copy_database(template, &name);
        self.url(&name)
    }

    fn copy_database(&self, template: &str, name: &str) {
        // Copying the files takes half the time of the default, copying through the log.
        self.execute_as_superuser(&format!(
            "create database {name} owner parlour template {template} strategy file_copy"
        ));
    }

    /// Drops a database, given by name or URL, whoever is still connected to it.
    pub fn drop_database(&self, name_or_url: &str) {
        let name = name_or_url.rsplit('/').next().expect("rsplit yields at least one part");
        let name = name.split('?').next().expect("split yields at least one part");
        self.execute_as_superuser(&format!("drop database if exists {name} with (force)"));
    }

    /// Stops the server as an administrator would; its port refuses connections until [`restart`](Self::restart).
    pub fn stop(&self) {
        self.forget_superusers();
        self.watchdog().stop("INT");
    }

    /// Kills the server and all its children at once, before any can tidy up (`kill -9`).
    pub fn kill(&self) {
        self.forget_superusers();
        self.watchdog().kill();
    }

    /// Starts the server again, with its data and on the same port; stops it first if it runs.
    pub fn restart(&self) {
        self.forget_superusers();
        let mut watchdog = self.watchdog();
        watchdog.stop("INT");
        let command = self.server.on(self.port);
        watchdog.start(&command, is_ready).unwrap_or_else(|log| panic!("Postgres did not restart: {log}"));
    }

    /// Freezes the server and all its children: connections stay open and nobody answers.
    pub fn pause(&self) {
        self.watchdog().pause();
    }

    /// Lets a paused server go on.
    pub fn resume(&self) {
        self.watchdog().resume();
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    /// The PEM file with the authority that signed the server's certificate, for a server with [`Encryption::Tls`].
    pub fn certificate_authority(&self) -> PathBuf {
        assert_eq!(self.encryption, Encryption::Tls, "this server does not speak TLS");
        self.directory.join("data/authority.crt")
    }

    fn url(&self, database: &str) -> String {
        let query = match self.encryption {
            Encryption::None => "",
            Encryption::Tls => "?sslmode=require",
        };
        format!("postgres://parlour@127.0.0.1:{}/{database}{query}", self.port)
    }

    /// Statements that cannot share a transaction are given one by one.
    fn execute_as_superuser(&self, statement: &str) {
        run_on_std_thread(|| {
            let unused = self.superusers.lock().pop();
            let mut client = unused.unwrap_or_else(|| self.connect_as_superuser());
            client.batch_execute(statement).unwrap_or_else(|error| panic!("{statement}: {error:?}"));
            self.superusers.lock().push(client);
        });
    }

    fn connect_as_superuser(&self) -> Client {
        let mut config = Config::new();
        config.host_path(&self.directory).port(self.port).user("postgres").dbname("postgres");
        config.connect(NoTls).expect("the private Postgres takes connections")
    }

    /// Their connections end with the server.
    fn forget_superusers(&self) {
        run_on_std_thread(|| self.superusers.lock().clear());
    }

    /// A test that failed while holding the lock must not make the others fail with it.
    fn watchdog(&self) -> MutexGuard<'_, Watchdog> {
        self.watchdog.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The server's folder and process id.
    #[cfg(test)]
    pub(super) fn folder_and_process_id(&self) -> (PathBuf, u32) {
        (self.directory.clone(), self.watchdog().server().expect("the server runs"))
    }
}

impl Drop for PrivatePostgres {
    fn drop(&mut self) {
        self.forget_superusers();
    }
}

/// The synchronous client panics on the threads of an async runtime.
fn run_on_std_thread<Done: Send>(work: impl FnOnce() -> Done + Send) -> Done {
    let done = thread::scope(|scope| scope.spawn(work).join());
    done.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// The newest of Debian's, which keeps them out of the way of commands, or else what commands find.
fn binaries() -> Option<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let newest = versions
        .filter_map(|version| Some((version.file_name().to_str()?.parse::<u32>().ok()?, version.path().join("bin"))))
        .filter(|(_, binaries)| binaries.join("initdb").exists() && binaries.join("postgres").exists())
        .max();
    newest.map(|(_, binaries)| binaries).or_else(|| {
        let initdb = fs::canonicalize(command_output("sh", &["-c", "command -v initdb"])?).ok()?;
        initdb.parent().map(Path::to_owned)
    })
}

/// Postgres refuses to run as root, so root's tests run it under the account that Debian makes for it.
fn server_account() -> Option<Account> {
    let number = |arguments: &[&str]| command_output("id", arguments)?.parse::<u32>().ok();
    if number(&["-u"]) != Some(0) {
        return None;
    }
    let (user, group) = (number(&["-u", "postgres"]), number(&["-g", "postgres"]));
    let (user, group) = user.zip(group).expect("root needs an account `postgres`: run `make setup`");
    Some(Account { user, group })
}

fn initdb(binaries: &Path) -> String {
    let locales = command_output("locale", &["-a"]).unwrap_or_default();
    let locale = if locales.lines().any(|name| name == "C.utf8" || name == "C.UTF-8") { "C.UTF-8" } else { "C" };
    format!(
        "'{}/initdb' --pgdata=data --username=postgres --auth=trust --locale={locale} --encoding=UTF8 --no-sync",
        binaries.display()
    )
}

/// An authority, a certificate it signed for this machine's own names, and a list of rules that lets nobody in without TLS.
const CREATE_CERTIFICATES_SCRIPT: &str = "(cd data && umask 077 && \
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj '/CN=Parlour test authority' \
        -keyout authority.key -out authority.crt && \
    openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=localhost \
        -keyout server.key -out server.csr && \
    printf 'subjectAltName=DNS:localhost,IP:127.0.0.1\\nbasicConstraints=critical,CA:FALSE\\n' >server.ext && \
    openssl x509 -req -in server.csr -CA authority.crt -CAkey authority.key -CAcreateserial -days 2 \
        -extfile server.ext -out server.crt && \
    printf 'local all all trust\\nhostssl all all 127.0.0.1/32 trust\\n' >pg_hba.conf)";

#[derive(Debug)]
struct ServerCommand {
    binaries: PathBuf,
    options: PostgresOptions,
}

impl ServerCommand {
    fn on(&self, port: u16) -> String {
        // `mmap`: shared memory in files of the data folder, which goes away with it. The time zone is one that nobody
        // has, with an odd offset and summer time, so that SQL which depends on the server's is found out.
        let mut command = format!(
            "'{}/postgres' -D data -p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=\"$dir\" \
             -c max_connections=400 -c shared_buffers=64MB -c dynamic_shared_memory_type=mmap -c timezone=Pacific/Chatham",
            self.binaries.display()
        );
        if self.options.durability == Durability::None {
            command += " -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c autovacuum=off";
            command += " -c wal_level=minimal -c max_wal_senders=0 -c bgwriter_lru_maxpages=0";
            // Nothing reads the statistics without autovacuum, and every copy of a database is two checkpoints.
            command += " -c track_counts=off -c log_checkpoints=off";
        }
        if self.options.encryption == Encryption::Tls {
            command += " -c ssl=on";
        }
        command
    }
}

/// As `pg_ctl` does it: the server writes its process id into the first line of this file, and its state into the eighth.
fn is_ready(server: u32, directory: &Path) -> bool {
    fs::read_to_string(directory.join("data/postmaster.pid")).is_ok_and(|file| {
        let lines: Vec<&str> = file.lines().map(str::trim).collect();
        lines.first().is_some_and(|line| *line == server.to_string()) && lines.get(7) == Some(&"ready")
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::process::{Command, Stdio};
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::thread;
    use std::time::Duration;

    use postgres::{Client, Error, NoTls};

    use super::{Durability, Encryption, PostgresOptions, PrivatePostgres};

    fn connect(url: &str) -> Result<Client, Error> {
        Client::connect(url, NoTls)
    }

    fn count_rows(url: &str) -> i64 {
        let mut client = connect(url).expect("the server takes connections");
        client.query_one("select count(*) from guest", &[]).expect("the table is there").get(0)
    }

    #[test]
    fn every_fresh_database_is_a_copy_of_its_own() {
        // Not the shared one: its template belongs to the other tests.
        let postgres = &PrivatePostgres::start(&PostgresOptions::default());
        let (start, prepared) = (&std::sync::Barrier::new(16), &AtomicU32::new(0));
        let client_task = || {
            start.wait();
            postgres.template(|url| {
                prepared.fetch_add(1, Ordering::Relaxed);
                let mut client = connect(url).expect("the template takes connections");
                client.batch_execute("create table guest (name text); insert into guest values ('Asha')").expect("SQL");
            });
            let url = postgres.fresh_database();
            let mut client = connect(&url).expect("a fresh database takes connections");
            client.batch_execute("insert into guest values ('Ravi')").expect("the table belongs to parlour");
            assert_eq!(count_rows(&url), 2);
            postgres.drop_database(&url);
            assert!(connect(&url).is_err(), "dropped, although the client was still connected");
            url
        };
        let urls: HashSet<String> = thread::scope(|scope| {
            let client_tasks: Vec<_> = (0..16).map(|_| scope.spawn(client_task)).collect();
            client_tasks.into_iter().map(|client_task| client_task.join().expect("the visit ends well")).collect()
        });
        assert_eq!((urls.len(), prepared.load(Ordering::Relaxed)), (16, 1));
    }

    #[test]
    fn the_server_stops_pauses_is_killed_and_restarts() {
        let options = PostgresOptions { durability: Durability::Real, ..PostgresOptions::default() };
        let postgres = PrivatePostgres::start(&options);
        let url = postgres.fresh_database();
        let mut client = connect(&url).expect("running");
        client.batch_execute("create table guest (name text); insert into guest values ('Asha')").expect("SQL");

        postgres.stop();
        client.batch_execute("insert into guest values ('Ravi')").expect_err("the connection went with the server");
        assert!(connect(&url).is_err(), "stopped");
        postgres.restart();
        assert_eq!(count_rows(&url), 1);

        let mut client = connect(&url).expect("running");
        postgres.pause();
        thread::scope(|scope| {
            let insert = scope.spawn(|| client.batch_execute("insert into guest values ('Ravi')"));
            thread::sleep(Duration::from_millis(100));
            assert!(!insert.is_finished(), "frozen");
            postgres.resume();
            insert.join().expect("the thread ends well").expect("the server goes on where it was");
        });

        postgres.kill();
        assert!(connect(&url).is_err(), "killed");
        postgres.restart();
        assert_eq!(count_rows(&url), 2);

        postgres.pause();
        postgres.restart();
        assert_eq!(count_rows(&url), 2);
    }

    #[test]
    fn a_server_with_tls_refuses_plain_connections() {
        let options = PostgresOptions { encryption: Encryption::Tls, ..PostgresOptions::default() };
        let postgres = PrivatePostgres::start(&options);
        let plain = postgres.fresh_database().replace("require", "disable");
        assert!(connect(&plain).is_err());
        let handshake = Command::new("openssl")
            .args(["s_client", "-starttls", "postgres", "-verify_return_error", "-verify_ip", "127.0.0.1"])
            .args(["-connect", &format!("127.0.0.1:{}", postgres.port()), "-CAfile"])
            .arg(postgres.certificate_authority())
            .stdin(Stdio::null())
            .output()
            .expect("openssl starts");
        assert!(handshake.status.success(), "{}", String::from_utf8_lossy(&handshake.stderr));
    }
}
