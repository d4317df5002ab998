//! Time of a person that cannot be booked: an errand, an illness, a lesson.

use askama::Template;
use chrono::NaiveDate;
use parlour_app::blocks::{self as use_cases, BlockRefusal};
use parlour_domain::ids::BlockId;
use parlour_http::form::FormBody;
use parlour_http::path_id::PathId;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Receptionist;
use parlour_http::shapes::blocks::{BlockBody, new_block};
use parlour_store::branches::branch_records::Branch;
use parlour_store::staff::blocks::{self, BlockRow};
use parlour_store::staff::staff_records::{self, DeskStaffMember};

use super::address::{board_path, named_day};
use crate::desk::{DeskFrame, DeskPage, Place};
use parlour_texts::{BoardBlocksTexts, Texts};
use parlour_web::flash::Flash;
use parlour_web::form::FormState;

#[derive(Template)]
#[template(path = "board/blocks.html")]
struct BlocksPage {
    frame: DeskFrame,
    about: String,
    /// Branch and day, as the addresses of the forms end.
    query: String,
    board: String,
    blocks: Vec<ShownBlock>,
    staff: Vec<DeskStaffMember>,
    form: FormState,
}

struct ShownBlock {
    id: BlockId,
    name: String,
    time: String,
    reason: Option<String>,
}

/// The label of a field.
fn label(name: &str, texts: Texts) -> &'static str {
    let text = texts.board_blocks();
    match name {
        "staffId" => text.person(),
        "date" => text.day(),
        "startTime" => text.from(),
        "endTime" => text.until(),
        _ => text.reason(),
    }
}

/// `/board/blocks?at=&day=&staff=`
pub(super) async fn show(page: DeskPage<Receptionist>) -> HttpResult {
    let (day, staff) = (named_day(&page).to_string(), page.parameter("staff").unwrap_or_default());
    render(&page, FormState::new([("date", day), ("staffId", staff)])).await
}

pub(super) async fn add(page: DeskPage<Receptionist>, form: FormBody) -> HttpResult {
    let branch = page.require_branch()?.clone();
    let block = new_block(&page.state, page.user(), form.read::<BlockBody>()).await?;
    let added = page.form(&form, label).create(block, move |tx, context, block| {
        use_cases::add(tx, context, block)?;
        Ok::<_, BlockRefusal>(board_path(&branch, block.date))
    });
    added.await?.answer(Flash::TimeBlocked, |state| render(&page, state)).await
}

pub(super) async fn remove(page: DeskPage<Receptionist>, PathId(id): PathId<BlockId>, form: FormBody) -> HttpResult {
    let path = format!("/board/blocks?{}", query(page.require_branch()?, named_day(&page)));
    let removed = page.form(&form, label).write(Ok(id), move |tx, context, id| {
        use_cases::remove(tx, context, id)?;
        Ok::<_, BlockRefusal>(path.clone())
    });
    removed.await?.answer(Flash::TimeGivenBack, |state| render(&page, state)).await
}

fn query(branch: &Branch, day: NaiveDate) -> String {
    format!("at={}&day={day}", branch.id.as_str())
}

async fn render(page: &DeskPage<Receptionist>, form: FormState) -> HttpResult {
    let (branch, day, texts) = (page.require_branch()?.clone(), named_day(page), page.texts);
    let id = branch.id.clone();
    let read = page
        .caller
        .read(move |conn, _| Ok((blocks::list_for_day(conn, &id, day)?, staff_records::list_for_day(conn, &id, day)?)));
    let (blocks, staff) = read.await?;
    let shown = |block: BlockRow| ShownBlock {
        name: staff
            .iter()
            .find(|member| member.id == block.staff_id)
            .map_or("", |member| &member.display_name)
            .to_owned(),
        time: texts.formats().time_range(&texts.format_time(block.start_time), &texts.format_time(block.end_time)),
        id: block.id,
        reason: block.reason,
    };
    let text = texts.board_blocks();
    let blocks = blocks.into_iter().map(shown).collect();
    let shown = BlocksPage {
        frame: page.desk_frame(text.title(), Place::Board),
        about: text.about(&branch.name, &texts.format_long_day(day, page.today())),
        query: query(&branch, day),
        board: board_path(&branch, day),
        blocks,
        staff: staff.into_iter().filter(|member| member.is_active && member.branch_id == branch.id).collect(),
        form,
    };
    page.show_with(shown.form.status, &shown)
}

impl BlocksPage {
    fn text(&self) -> BoardBlocksTexts {
        self.frame.texts.board_blocks()
    }
}
