//! The states of India by the code that a GSTIN begins with.

/// None for an unknown code.
pub(crate) fn state_name(code: &str) -> Option<&'static str> {
    Some(match code {
        "01" => "Jammu and Kashmir",
        "02" => "Himachal Pradesh",
        "03" => "Punjab",
        "04" => "Chandigarh",
        "05" => "Uttarakhand",
        "06" => "Haryana",
        "07" => "Delhi",
        "08" => "Rajasthan",
        "09" => "Uttar Pradesh",
        "10" => "Bihar",
        "11" => "Sikkim",
        "12" => "Arunachal Pradesh",
        "13" => "Nagaland",
        "14" => "Manipur",
        "15" => "Mizoram",
        "16" => "Tripura",
        "17" => "Meghalaya",
        "18" => "Assam",
        "19" => "West Bengal",
        "20" => "Jharkhand",
        "21" => "Odisha",
        "22" => "Chhattisgarh",
        "23" => "Madhya Pradesh",
        "24" => "Gujarat",
        "25" => "Daman and Diu",
        "26" => "Dadra and Nagar Haveli and Daman and Diu",
        "27" => "Maharashtra",
        "28" | "37" => "Andhra Pradesh",
        "29" => "Karnataka",
        "30" => "Goa",
        "31" => "Lakshadweep",
        "32" => "Kerala",
        "33" => "Tamil Nadu",
        "34" => "Puducherry",
        "35" => "Andaman and Nicobar Islands",
        "36" => "Telangana",
        "38" => "Ladakh",
        _ => return None,
    })
}

/// The name of the state's half of the tax. Union territories without their own assembly levy UTGST.
pub(crate) fn state_tax_name(code: Option<&str>) -> &'static str {
    match code {
        Some("04" | "25" | "26" | "31" | "35" | "38") => "UTGST",
        _ => "SGST",
    }
}
