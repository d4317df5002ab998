//! A line over the days, with that of the period before.

use super::Unit;
use super::drawing::{Anchor, Chart, Circle, Drawing, Layout, Path, Tenths, place_of_highest};
use parlour_texts::Texts;

/// A week has one label.
const POINTS_PER_LABEL: usize = 7;

#[derive(Debug, Clone)]
pub(crate) struct Point {
    pub(crate) label: String,
    /// Beside the figure that the chart points out.
    pub(crate) weekday: String,
    /// None while it is closed: the line has a gap there.
    pub(crate) value: Option<i64>,
    /// Of the same day in the period before.
    pub(crate) previous_value: i64,
    /// A day that goes on. No line leads to it: that would say how it ends.
    pub(crate) is_unfinished: bool,
}

pub(crate) struct LineChart<'a> {
    pub(crate) points: &'a [Point],
    pub(crate) unit: Unit,
    /// For those who do not see the chart.
    pub(crate) alt_text: String,
}

impl LineChart<'_> {
    pub(crate) fn draw(&self, texts: Texts) -> Chart {
        let points = self.points.iter().enumerate();
        let highest = place_of_highest(points.filter_map(|(at, point)| Some((at, point.value?))));
        Chart::draw(&self.alt_text, highest, |drawing, layout, highest| {
            self.add_lines(drawing, layout, highest, texts);
        })
    }

    fn add_lines(&self, drawing: &mut Drawing, layout: &Layout, highest: usize, texts: Texts) {
        let previous = self.points.iter().map(|point| point.previous_value).max().unwrap_or(0);
        let scale = layout.axis(self.points[highest].value.unwrap_or(0).max(previous));
        let place = |at: usize, value: i64| (self.x(layout, at), layout.base - i32::from(scale.height(value)));
        let whole: Vec<(i32, i32)> =
            self.points.iter().enumerate().map(|(at, point)| place(at, point.previous_value)).collect();
        let parts: Vec<Vec<(i32, i32)>> =
            self.parts().map(|part| part.into_iter().map(|(at, value)| place(at, value)).collect()).collect();
        for part in parts.iter().filter(|part| part.len() > 1) {
            drawing.paths.push(Path { class: "area", data: area_path(part, layout.base) });
        }
        drawing.add_axis(layout, &scale, texts);
        if whole.len() > 1 {
            drawing.paths.push(Path { class: "prev", data: line_path(&whole) });
        }
        for part in &parts {
            match part.as_slice() {
                [(x, y)] => drawing.circles.push(Circle { class: "pt", x: Tenths(*x), y: Tenths(*y) }),
                part => drawing.paths.push(Path { class: "cur", data: line_path(part) }),
            }
        }
        for (at, point) in self.points.iter().enumerate() {
            let Some(value) = point.value else { continue };
            let (x, y) = place(at, value);
            if point.is_unfinished || at == highest {
                let class = if point.is_unfinished { "part" } else { "pt" };
                drawing.circles.push(Circle { class, x: Tenths(x), y: Tenths(y) });
            }
            if at == highest {
                let figure = self.unit.figure(value);
                let figure = if point.is_unfinished { texts.chart().so_far(&figure) } else { figure };
                drawing.add_tip(texts.chart().at(&figure, &point.weekday), (x, y - 110));
            }
        }
        for (at, point) in self.points.iter().enumerate().step_by(POINTS_PER_LABEL) {
            drawing.add_words(point.label.clone(), (self.x(layout, at), layout.base + 180), Anchor::Middle);
        }
    }

    fn x(&self, layout: &Layout, at: usize) -> i32 {
        /// Half a point at the right edge would be cut off.
        const MARGIN: i32 = 120;
        let narrower = Layout { width: layout.width - MARGIN, ..*layout };
        match self.points.len() {
            0 | 1 => i32::midpoint(narrower.left, narrower.width),
            count => narrower.start_of(at, count - 1),
        }
    }

    /// The parts of the line between gaps, with the place of each point.
    fn parts(&self) -> impl Iterator<Item = Vec<(usize, i64)>> {
        let mut parts = vec![Vec::new()];
        for (at, point) in self.points.iter().enumerate() {
            let Some(value) = point.value.filter(|_| !point.is_unfinished) else {
                parts.push(Vec::new());
                continue;
            };
            if let Some(part) = parts.last_mut() {
                part.push((at, value));
            }
        }
        parts.into_iter().filter(|part| !part.is_empty())
    }
}

fn line_path(points: &[(i32, i32)]) -> String {
    let points: Vec<String> = points.iter().map(|(x, y)| format!("{} {}", Tenths(*x), Tenths(*y))).collect();
    format!("M{}", points.join(" "))
}

/// What lies between a line and the axis.
fn area_path(points: &[(i32, i32)], base: i32) -> String {
    let [first, last] = [points.first(), points.last()].map(|point| Tenths(point.map_or(0, |(x, _)| *x)));
    let base = Tenths(base);
    format!("{}L{last} {base} {first} {base}Z", line_path(points))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(rupees: Option<i64>) -> Point {
        Point {
            label: "1 Nov".to_owned(),
            weekday: "Sun".to_owned(),
            value: rupees.map(|rupees| rupees * 100),
            previous_value: 40_000,
            is_unfinished: false,
        }
    }

    fn draw(points: &[Point]) -> Drawing {
        LineChart { points, unit: Unit::Paise, alt_text: "Taken each day".to_owned() }.draw(Texts::ENGLISH).desk
    }

    fn count(drawing: &Drawing, class: &str) -> usize {
        drawing.paths.iter().filter(|path| path.class == class).count()
    }

    #[test]
    fn a_closed_day_is_a_gap_and_a_day_between_gaps_is_a_point() {
        let values = [Some(500), Some(700), None, Some(300), None, Some(200), Some(900)];
        let drawing = draw(&values.map(point));
        assert_eq!((count(&drawing, "cur"), count(&drawing, "area"), count(&drawing, "prev")), (2, 2, 1));
        assert_eq!(drawing.circles.len(), 2, "the lonely day, and the highest");
        let tip = drawing.words.iter().find(|words| words.is_tip).unwrap();
        assert_eq!((tip.text.as_str(), tip.anchor), ("₹900, Sun", Anchor::End));
    }

    #[test]
    fn no_line_leads_to_an_unfinished_day() {
        let today = Point { is_unfinished: true, ..point(Some(100)) };
        let drawing = draw(&[point(Some(500)), point(Some(700)), today]);
        let line = drawing.paths.iter().find(|path| path.class == "cur").unwrap();
        assert_eq!(line.data.split(' ').count(), 4, "{}", line.data);
        assert_eq!(drawing.circles.iter().filter(|circle| circle.class == "part").count(), 1);
    }

    #[test]
    fn one_point_is_no_line() {
        let drawing = draw(&[point(Some(500))]);
        assert!(drawing.paths.is_empty() && !drawing.circles.is_empty());
    }

    #[test]
    fn without_figures_there_are_lines_without_numbers() {
        for points in [vec![], vec![point(None), point(Some(0))]] {
            let drawing = draw(&points);
            assert!(drawing.words.is_empty() && drawing.paths.is_empty() && drawing.hairlines.len() == 4);
        }
    }

    #[test]
    fn paths_are_closed_over_the_axis() {
        let points = [(10, 20), (35, 40)];
        assert_eq!(line_path(&points), "M1 2 3.5 4");
        assert_eq!(area_path(&points, 100), "M1 2 3.5 4L3.5 10 1 10Z");
    }
}
