//! The checks of a page that a real browser shows.

use std::sync::{LazyLock, OnceLock};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::folder::FOLDER;
use super::known_faults::KnownFaults;
use super::{PageCheck, PageFault, html_faults};
use crate::chromium::Chromium;

/// How long a page may be too wide, as it is while something moves.
const TIME_TO_FIT: Duration = Duration::from_secs(2);

/// The text of axe is large: to send it and to compile it takes half as long as to run it. So the browser gets it once, as a
/// function for all documents to come. A document without it, such as one that runs no scripts, is sent the text.
const LOAD_PREPARED_AXE: &str = "
    if (!globalThis.axe && !globalThis.loadAxe) return done(null);
    if (!globalThis.axe) globalThis.loadAxe();";

/// No rule that is on reads what `preload` would load.
const AXE_RUN: &str = "
    axe.run({ resultTypes: ['violations'], preload: false }).then(
        (results) => done(results.violations.map((violation) => {
            const places = violation.nodes.slice(0, 3).map((node) => `${node.target.join(' ')} (${node.failureSummary})`);
            return `${violation.id}: ${violation.help} (${violation.nodes.length} ×): ${places.join('; ')}`.replace(/\\s+/g, ' ');
        })),
        (error) => done([`axe failed: ${error}`]),
    );";

/// Colours are mixed and widths differ while something loads or moves, so this waits. Then it returns everything that axe
/// looks at: the content, the window, and what styles can depend on besides.
const DESCRIBE_PAGE: &str = "
    const describe = () => {
        const all = [...document.querySelectorAll('*')];
        const states = [':checked', ':disabled', ':focus', ':hover', ':invalid', ':modal',
            ':placeholder-shown', ':popover-open', ':target'].map(
            (state) => state + [...document.querySelectorAll(state)].map((element) => all.indexOf(element)));
        const media = ['(prefers-color-scheme: dark)', '(prefers-reduced-motion)', '(prefers-contrast: more)', '(forced-colors: active)',
            '(hover: hover)', 'print'].map((query) => matchMedia(query).matches);
        const root = getComputedStyle(document.documentElement);
        const frame = [innerWidth, innerHeight, devicePixelRatio, visualViewport.scale, root.fontSize, root.zoom, scrollX, scrollY];
        return [location.href, ...states, ...media, ...frame, document.documentElement.outerHTML].join(' ');
    };
    const stand = () => {
        const moves = document.getAnimations().filter((animation) => animation.effect?.getComputedTiming().endTime < 5000);
        const limit = new Promise((resolve) => setTimeout(resolve, 2000));
        return Promise.race([limit, Promise.allSettled(moves.map((animation) => animation.finished))]);
    };
    const loaded = new Promise((resolve) => {
        if (document.readyState === 'complete') resolve();
        else addEventListener('load', resolve, { once: true });
    });
    loaded.then(stand).then(() => done(describe()));";

/// A phone zooms out of what is too wide, so the width of the window is what the story asked for.
const FIND_OVERFLOW: &str = "
    const root = document.documentElement;
    const width = Math.min(root.clientWidth, arguments[0]);
    if (root.scrollWidth <= width) return null;
    const sides = (element) => element.getBoundingClientRect();
    const isInside = (element) => {
        for (let box = element.parentElement; box && box !== root && box !== document.body; box = box.parentElement) {
            if (getComputedStyle(box).overflowX !== 'visible' && sides(box).right <= width + 1) return true;
        }
        return false;
    };
    const wide = [...document.body.querySelectorAll('*')].filter((element) => sides(element).right > width + 1 && !isInside(element));
    const names = wide.slice(-3).map((element) => {
        const classes = [...element.classList].map((name) => `.${name}`).join('');
        return `${element.localName}${classes} up to ${Math.round(sides(element).right)} px`;
    });
    return `${location.pathname} is ${root.scrollWidth} px wide in a window of ${width} px: ${names.join(', ') || 'no element'}`;";

impl Chromium {
    /// Everything that is wrong with the page that is shown.
    pub async fn page_faults(&self) -> Vec<PageFault> {
        chromium_faults(self).await
    }

    /// What is wider than the window, if the page can be scrolled sideways.
    pub async fn overflow(&self) -> Option<PageFault> {
        overflow(self).await
    }

    /// Fails if something is wrong with the page that is shown.
    pub async fn check_page(&self) {
        let faults = self.page_faults().await;
        assert!(faults.is_empty(), "{} at {} px:{}", self.url().await, self.width(), PageFault::list(&faults));
    }
}

async fn chromium_faults(chromium: &Chromium) -> Vec<PageFault> {
    let mut faults = Vec::new();
    if chromium.content_type().await == "text/html" {
        let html = chromium.served_html().await.expect("the HTML of the page that is shown");
        faults.extend(html_faults(&html).await);
        faults.extend(accessibility_faults(chromium).await);
        faults.extend(overflow(chromium).await);
    }
    let errors = chromium.console_errors().await.into_iter();
    faults.extend(errors.map(|error| PageFault::new(PageCheck::Log, error)));
    faults
}

/// Equal pages of all tests are checked once.
async fn accessibility_faults(chromium: &Chromium) -> Vec<PageFault> {
    static KNOWN: LazyLock<KnownFaults> = LazyLock::new(|| {
        let version = [axe(), AXE_RUN, DESCRIBE_PAGE, &Chromium::version()].concat();
        KnownFaults::of_all_runs("axe", &version)
    });
    let run_axe = async || {
        let mut violations = chromium.execute_async(&format!("{LOAD_PREPARED_AXE}\n{AXE_RUN}"), &[]).await?;
        if violations.is_null() {
            chromium.prepare_documents_once(&format!("globalThis.loadAxe = function () {{ {} }};", axe())).await;
            violations = chromium.execute_async(&format!("{}\n{AXE_RUN}", axe()), &[]).await?;
        }
        let violations = violations.as_array().expect("a list").iter().filter_map(Value::as_str);
        Some(violations.map(str::to_owned).collect())
    };
    // The page may be replaced by the next while it is checked; then the next is checked.
    for attempt in 0..3 {
        if attempt > 0 {
            chromium.wait_until_loaded().await;
        }
        let Some(page) = chromium.execute_async(DESCRIBE_PAGE, &[]).await else { continue };
        let Some(violations) = KNOWN.of(page.as_str().expect("a text"), run_axe).await else { continue };
        return violations.into_iter().map(|text| PageFault::new(PageCheck::Accessibility, text)).collect();
    }
    vec![PageFault::new(PageCheck::Accessibility, "axe could not be run: the page was replaced again and again")]
}

async fn overflow(chromium: &Chromium) -> Option<PageFault> {
    let started = Instant::now();
    loop {
        let found = chromium.execute(FIND_OVERFLOW, &[chromium.width().into()]).await;
        let text = found.as_str()?;
        if started.elapsed() > TIME_TO_FIT {
            return Some(PageFault::new(PageCheck::Overflow, text));
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// The text of axe-core, which defines `axe`.
fn axe() -> &'static str {
    static AXE: OnceLock<String> = OnceLock::new();
    AXE.get_or_init(|| {
        let path = format!("{FOLDER}/node_modules/axe-core/axe.min.js");
        std::fs::read_to_string(path).expect("axe-core is installed: run `make setup`")
    })
}
