//! Invented names from all regions of India. First names and surnames of one region belong together.

use parlour_domain::customer::Gender;

use super::random::DemoRandom;

#[derive(Debug)]
struct Region {
    women: &'static [&'static str],
    men: &'static [&'static str],
    surnames: &'static [&'static str],
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Name {
    region: &'static Region,
    first: &'static str,
    last: &'static str,
}

impl Name {
    pub(super) fn random(random: &DemoRandom, gender: Gender) -> Self {
        let region = random.one_of(REGIONS);
        Self { region, first: region.first(random, gender), last: random.one_of::<&str>(region.surnames) }
    }

    /// Another person with the same surname.
    pub(super) fn relative(self, random: &DemoRandom, gender: Gender) -> Self {
        let mut others = std::iter::repeat_with(|| self.region.first(random, gender));
        Self { first: others.find(|first| *first != self.first).unwrap_or(self.first), ..self }
    }

    pub(super) fn full(self) -> String {
        format!("{} {}", self.first, self.last)
    }

    /// `first.last`, for an e-mail address.
    pub(super) fn dotted(self) -> String {
        format!("{}.{}", self.first, self.last).to_lowercase().replace(' ', "")
    }
}

impl Region {
    fn first(&self, random: &DemoRandom, gender: Gender) -> &'static str {
        let choices = match gender {
            Gender::Female => self.women,
            Gender::Male => self.men,
            Gender::Other | Gender::Undisclosed => *random.one_of(&[self.women, self.men]),
        };
        random.one_of::<&str>(choices)
    }
}

const REGIONS: &[Region] = &[
    // Kannada
    Region {
        women: &["Bhavana", "Chaitra", "Kavya", "Nethra", "Pallavi", "Rashmi", "Shruthi", "Vinutha"],
        men: &["Chethan", "Girish", "Karthik", "Manjunath", "Prajwal", "Raghavendra"],
        surnames: &["Gowda", "Hegde", "Bhat", "Aradhya", "Kulkarni", "Hiremath"],
    },
    // Tulu and Konkani
    Region {
        women: &["Ashwini", "Jyothi", "Prathiksha", "Sahana", "Supriya", "Vaishali"],
        men: &["Deekshith", "Ganesh", "Nithin", "Prasanna", "Yathish"],
        surnames: &["Shetty", "Poojary", "Kamath", "Pai", "Salian", "Kini"],
    },
    // Tamil
    Region {
        women: &["Abirami", "Gayathri", "Kanimozhi", "Malarvizhi", "Nithya", "Oviya", "Thenmozhi", "Yazhini"],
        men: &["Arulmozhi", "Elango", "Kathiravan", "Muthukumar", "Saravanan", "Tamilselvan"],
        surnames: &["Subramanian", "Murugesan", "Natarajan", "Pandian", "Ramasamy", "Velusamy"],
    },
    // Telugu
    Region {
        women: &["Akhila", "Haritha", "Lavanya", "Mounika", "Sindhuja", "Srilatha", "Swapna"],
        men: &["Bhargav", "Kalyan", "Naveen", "Sai Teja", "Srinivas", "Venkatesh"],
        surnames: &["Reddy", "Chowdary", "Yerramilli", "Gudipati", "Kommineni", "Vemula"],
    },
    // Malayalam
    Region {
        women: &["Aswathy", "Devika", "Gopika", "Haripriya", "Lekshmi", "Nimisha", "Sreelakshmi"],
        men: &["Abhijith", "Anoop", "Jithin", "Sreejith", "Unnikrishnan", "Vishnu"],
        surnames: &["Nair", "Pillai", "Warrier", "Kurup", "Nambiar", "Panicker"],
    },
    // Christians of Kerala and Goa
    Region {
        women: &["Anju", "Cynthia", "Jincy", "Lourdes", "Merlin", "Philomena", "Teresa"],
        men: &["Alwyn", "Jerin", "Melvin", "Savio", "Shibu", "Thomaskutty"],
        surnames: &["Kurian", "Chacko", "Mathai", "Fernandes", "Pinto", "Rodrigues"],
    },
    // Marathi
    Region {
        women: &["Gauri", "Ketaki", "Mrunal", "Pradnya", "Rutuja", "Sayali", "Tanvi"],
        men: &["Ameya", "Chinmay", "Mandar", "Omkar", "Prathamesh", "Swapnil"],
        surnames: &["Deshmukh", "Gokhale", "Jadhav", "Kelkar", "Phadke", "Shinde"],
    },
    // Gujarati
    Region {
        women: &["Bhoomi", "Charmi", "Hetal", "Jigna", "Krupa", "Mital", "Riddhi"],
        men: &["Chirag", "Dhaval", "Jignesh", "Kaushal", "Nirav", "Parth"],
        surnames: &["Desai", "Mehta", "Panchal", "Parekh", "Trivedi", "Vora"],
    },
    // Bengali
    Region {
        women: &["Anindita", "Debolina", "Moushumi", "Paromita", "Rituparna", "Sreemoyee", "Tiyasha"],
        men: &["Anirban", "Debjyoti", "Kaustav", "Sayantan", "Subhankar", "Tathagata"],
        surnames: &["Bhattacharya", "Chakraborty", "Dasgupta", "Ghoshal", "Mitra", "Sarkar"],
    },
    // Odia and Assamese
    Region {
        women: &["Barsha", "Itishree", "Jonaki", "Lipsa", "Madhusmita", "Pallabi", "Subhashree"],
        men: &["Bhaskar", "Biswajit", "Dipankar", "Hrishikesh", "Pranjal", "Soumya Ranjan"],
        surnames: &["Mohapatra", "Sahoo", "Tripathy", "Baruah", "Goswami", "Saikia"],
    },
    // Hindi belt
    Region {
        women: &["Anamika", "Garima", "Kirti", "Nidhi", "Pratibha", "Ritika", "Shivani", "Vandana"],
        men: &["Abhinav", "Ashutosh", "Gaurav", "Mayank", "Pankaj", "Shubham"],
        surnames: &["Agrawal", "Chaturvedi", "Mishra", "Rastogi", "Saxena", "Yadav"],
    },
    // Punjabi
    Region {
        women: &["Amandeep", "Gurleen", "Jasleen", "Navjot", "Parneet", "Simranjeet"],
        men: &["Gurtej", "Harjinder", "Jaskaran", "Manpreet", "Sukhdeep"],
        surnames: &["Ahluwalia", "Bhullar", "Dhaliwal", "Grewal", "Randhawa", "Sandhu"],
    },
    // Urdu and Deccani
    Region {
        women: &["Afreen", "Heena", "Nazneen", "Rukhsar", "Shagufta", "Tabassum", "Zeenath"],
        men: &["Adnan", "Faizan", "Junaid", "Mudassir", "Shoaib", "Tauseef"],
        surnames: &["Ansari", "Baig", "Pasha", "Qureshi", "Shariff", "Siddiqui"],
    },
    // The North-East
    Region {
        women: &["Ibemhal", "Lalrinpuii", "Larisa", "Nungshitula", "Pema", "Vanlalruati"],
        men: &["Banteilang", "Chingkhei", "Lalremruata", "Temjen", "Tsering"],
        surnames: &["Ao", "Chhangte", "Kharkongor", "Laishram", "Lepcha", "Ralte"],
    },
];
