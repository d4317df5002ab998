//! Invented names from all regions of India. First names and surnames of one region belong together.

use std::sync::LazyLock;

use parlour_domain::customer::Gender;

use super::random::DemoRandom;

#[derive(Debug)]
struct Region {
    women: Vec<&'static str>,
    men: Vec<&'static str>,
    surnames: Vec<&'static str>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Name {
    region: &'static Region,
    first: &'static str,
    last: &'static str,
}

impl Name {
    pub(super) fn random(random: &DemoRandom, gender: Gender) -> Self {
        let region = random.one_of(&REGIONS);
        Self { region, first: region.first(random, gender), last: random.one_of::<&str>(&region.surnames) }
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
        let is_woman = match gender {
            Gender::Female => true,
            Gender::Male => false,
            Gender::Other | Gender::Undisclosed => random.rng.below(2) == 0,
        };
        random.one_of::<&str>(if is_woman { &self.women } else { &self.men })
    }
}

static REGIONS: LazyLock<Vec<Region>> = LazyLock::new(|| {
    let names = |line: &'static str| line.split(", ").collect();
    let lines: Vec<&str> = NAMES.lines().collect();
    let region = |[_, women, men, surnames]: &[&'static str; 4]| Region {
        women: names(women),
        men: names(men),
        surnames: names(surnames),
    };
    lines.as_chunks().0.iter().map(region).collect()
});

/// Four lines for each region: its name, names of women, names of men, surnames.
const NAMES: &str = "\
Kannada
Bhavana, Chaitra, Kavya, Nethra, Pallavi, Rashmi, Shruthi, Vinutha
Chethan, Girish, Karthik, Manjunath, Prajwal, Raghavendra
Gowda, Hegde, Bhat, Aradhya, Kulkarni, Hiremath
Tulu and Konkani
Ashwini, Jyothi, Prathiksha, Sahana, Supriya, Vaishali
Deekshith, Ganesh, Nithin, Prasanna, Yathish
Shetty, Poojary, Kamath, Pai, Salian, Kini
Tamil
Abirami, Gayathri, Kanimozhi, Malarvizhi, Nithya, Oviya, Thenmozhi, Yazhini
Arulmozhi, Elango, Kathiravan, Muthukumar, Saravanan, Tamilselvan
Subramanian, Murugesan, Natarajan, Pandian, Ramasamy, Velusamy
Telugu
Akhila, Haritha, Lavanya, Mounika, Sindhuja, Srilatha, Swapna
Bhargav, Kalyan, Naveen, Sai Teja, Srinivas, Venkatesh
Reddy, Chowdary, Yerramilli, Gudipati, Kommineni, Vemula
Malayalam
Aswathy, Devika, Gopika, Haripriya, Lekshmi, Nimisha, Sreelakshmi
Abhijith, Anoop, Jithin, Sreejith, Unnikrishnan, Vishnu
Nair, Pillai, Warrier, Kurup, Nambiar, Panicker
Christians of Kerala and Goa
Anju, Cynthia, Jincy, Lourdes, Merlin, Philomena, Teresa
Alwyn, Jerin, Melvin, Savio, Shibu, Thomaskutty
Kurian, Chacko, Mathai, Fernandes, Pinto, Rodrigues
Marathi
Gauri, Ketaki, Mrunal, Pradnya, Rutuja, Sayali, Tanvi
Ameya, Chinmay, Mandar, Omkar, Prathamesh, Swapnil
Deshmukh, Gokhale, Jadhav, Kelkar, Phadke, Shinde
Gujarati
Bhoomi, Charmi, Hetal, Jigna, Krupa, Mital, Riddhi
Chirag, Dhaval, Jignesh, Kaushal, Nirav, Parth
Desai, Mehta, Panchal, Parekh, Trivedi, Vora
Bengali
Anindita, Debolina, Moushumi, Paromita, Rituparna, Sreemoyee, Tiyasha
Anirban, Debjyoti, Kaustav, Sayantan, Subhankar, Tathagata
Bhattacharya, Chakraborty, Dasgupta, Ghoshal, Mitra, Sarkar
Odia and Assamese
Barsha, Itishree, Jonaki, Lipsa, Madhusmita, Pallabi, Subhashree
Bhaskar, Biswajit, Dipankar, Hrishikesh, Pranjal, Soumya Ranjan
Mohapatra, Sahoo, Tripathy, Baruah, Goswami, Saikia
Hindi belt
Anamika, Garima, Kirti, Nidhi, Pratibha, Ritika, Shivani, Vandana
Abhinav, Ashutosh, Gaurav, Mayank, Pankaj, Shubham
Agrawal, Chaturvedi, Mishra, Rastogi, Saxena, Yadav
Punjabi
Amandeep, Gurleen, Jasleen, Navjot, Parneet, Simranjeet
Gurtej, Harjinder, Jaskaran, Manpreet, Sukhdeep
Ahluwalia, Bhullar, Dhaliwal, Grewal, Randhawa, Sandhu
Urdu and Deccani
Afreen, Heena, Nazneen, Rukhsar, Shagufta, Tabassum, Zeenath
Adnan, Faizan, Junaid, Mudassir, Shoaib, Tauseef
Ansari, Baig, Pasha, Qureshi, Shariff, Siddiqui
The North-East
Ibemhal, Lalrinpuii, Larisa, Nungshitula, Pema, Vanlalruati
Banteilang, Chingkhei, Lalremruata, Temjen, Tsering
Ao, Chhangte, Kharkongor, Laishram, Lepcha, Ralte
";
