//! The states of India by the code that a GSTIN begins with.

use parlour_texts::{DocumentTexts, StateTexts};

/// None for an unknown code.
pub(crate) fn state_name(code: &str, text: StateTexts) -> Option<&'static str> {
    Some(match code {
        "01" => text.jammu_and_kashmir(),
        "02" => text.himachal_pradesh(),
        "03" => text.punjab(),
        "04" => text.chandigarh(),
        "05" => text.uttarakhand(),
        "06" => text.haryana(),
        "07" => text.delhi(),
        "08" => text.rajasthan(),
        "09" => text.uttar_pradesh(),
        "10" => text.bihar(),
        "11" => text.sikkim(),
        "12" => text.arunachal_pradesh(),
        "13" => text.nagaland(),
        "14" => text.manipur(),
        "15" => text.mizoram(),
        "16" => text.tripura(),
        "17" => text.meghalaya(),
        "18" => text.assam(),
        "19" => text.west_bengal(),
        "20" => text.jharkhand(),
        "21" => text.odisha(),
        "22" => text.chhattisgarh(),
        "23" => text.madhya_pradesh(),
        "24" => text.gujarat(),
        "25" => text.daman_and_diu(),
        "26" => text.dadra_and_nagar_haveli_and_daman_and_diu(),
        "27" => text.maharashtra(),
        "28" | "37" => text.andhra_pradesh(),
        "29" => text.karnataka(),
        "30" => text.goa(),
        "31" => text.lakshadweep(),
        "32" => text.kerala(),
        "33" => text.tamil_nadu(),
        "34" => text.puducherry(),
        "35" => text.andaman_and_nicobar_islands(),
        "36" => text.telangana(),
        "38" => text.ladakh(),
        _ => return None,
    })
}

/// The name of the state's half of the tax. Union territories without their own assembly levy UTGST.
pub(crate) fn state_tax_name(code: Option<&str>, text: DocumentTexts) -> &'static str {
    match code {
        Some("04" | "25" | "26" | "31" | "35" | "38") => text.utgst(),
        _ => text.sgst(),
    }
}
