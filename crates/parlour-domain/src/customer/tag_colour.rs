//! Colours of tags, as far as pages show them. Anything of 1 to 32 characters is stored, because that is the contract.

/// The names that CSS has for colours.
const NAMES: &str = "aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown \
    burlywood cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod \
    darkgray darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon \
    darkseagreen darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey \
    dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow grey \
    honeydew hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral \
    lightcyan lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen lightskyblue \
    lightslategray lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon mediumaquamarine \
    mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise \
    mediumvioletred midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive olivedrab orange orangered \
    orchid palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple \
    rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue \
    slateblue slategray slategrey snow springgreen steelblue tan teal thistle tomato turquoise violet wheat white \
    whitesmoke yellow yellowgreen";

/// The colour as an attribute of a page can have it: `#rgb`, `#rrggbb` or a name. `None` for anything else that was
/// stored, which pages do not show.
pub fn shown_tag_colour(stored: &str) -> Option<String> {
    let colour = stored.trim().to_ascii_lowercase();
    let is_plain = match colour.strip_prefix('#') {
        Some(digits) => matches!(digits.len(), 3 | 6) && digits.bytes().all(|digit| digit.is_ascii_hexdigit()),
        None => NAMES.split(' ').any(|name| name == colour),
    };
    is_plain.then_some(colour)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_colours_are_shown_and_nothing_else() {
        for (stored, shown) in
            [("#b45309", "#b45309"), ("#FFF", "#fff"), (" Teal ", "teal"), ("RebeccaPurple", "rebeccapurple")]
        {
            assert_eq!(shown_tag_colour(stored).as_deref(), Some(shown));
        }
        for stored in [
            "",
            "#",
            "#12",
            "#1234",
            "#12345g",
            "#b45309;color:red",
            "red\" onload=\"x",
            "url(https://elsewhere.in/x)",
            "rgb(0,0,0)",
            "inherit",
            "transparent",
            "currentcolor",
            "warm",
            "red green",
            "<b>",
        ] {
            assert_eq!(shown_tag_colour(stored), None, "{stored}");
        }
    }
}
