"""The words by which people ask for relations that are called otherwise, in tables: knowledge of English alone."""

from __future__ import annotations

# Of one relation: what its name says is narrower than what people ask for it by.
OF_ONE = {
    "mother": "mum mom parent",
    "father": "dad parent",
    "sister": "sibling",
    "brother": "sibling",
    "grandmother": "grandma granny nan",
    "grandfather": "grandpa granddad",
    "daughter": "child kid",
    "son": "child kid",
    "partner": "boyfriend girlfriend",
    "boss": "manager",
    "pet": "dog cat",
    "age": "old",
    "parent_organization": "company owner owns",
    "place_of_birth": "birthplace",
    "birth_place": "birthplace",
    "born_in": "birthplace",
    "date_of_birth": "birthday birthdate",
    "birth_date": "birthday birthdate",
    "parent_company": "owner owns",
    "is_a": "job profession occupation",
    "was_a": "job profession occupation",
    "works_as": "job profession occupation",
    "served_with": "goes drink drinks",
    "launch_vehicle": "rocket",
    "director_general": "head heads boss chief leads runs",
    "sold_by": "seller shop",
    "sold_to": "buyer buys customer",
    "bought_at": "shop store",
    "on_call": "duty page pages paged",
}
# Of one whose words say something else by themselves: how many work there is no firm.
ALONE = {"employees": "people staff workers work", "employee_count": "people staff workers work"}
# Of every relation whose words have one of those before the colon, in any form, what stands behind it: people name
# relations as they like.
OF_WORDS = """
works employer: employer company firm job works employee workplace staff university school hospital;
produced maker manufactured: maker makes made manufacturer product produced;
headquartered headquarters: based office;
attended educated graduated studied: attended graduated studied university college school alma mater;
child: parent kid daughter son; parent: child kid; ceo president chairman chief: boss head leads runs ceo chief;
leads: heads runs boss manager lead chief charge; managed: heads runs boss charge; reports: boss manager supervisor;
member: team belongs; advised supervised tutor mentor: supervised advised student pupil teacher mentor supervisor;
teacher: student pupil taught lecturer tutor; pupil student apprentice: teacher taught studied;
painted painter: artist picture; pilot: captain flies; coach trainer: trains coach trainer manager charge;
plays club team: member belongs plays club team squad; venue stadium ground: plays stadium venue ground;
based: adapted adaptation; adapted: based; inception founded established: established started created founder old;
architect designed: designed built architect; author written: author writer wrote screenwriter;
starred cast acted: acted actor actress starred cast played appeared;
tag topic subject keyword theme: tag topic subject theme keyword deals covers; directed: filmmaker;
composed: composer music; owned: owner owns owned belongs responsible; subsidiary: owner owns belongs parent company;
maintained: responsible owner; lives resides residence: lives home resides;
nationality citizenship: country national citizen; language: spoken speaks; genre: kind type sort style;
occupation profession: job profession occupation; represented: agent lawyer manager;
published released: out appeared journal publisher publication;
cited references mentions: refers cited mentions reference; depends requires relies: dependency uses needs requires;
deployed hosted: runs hosted region server; capacity seats: seats fit hold room people;
population: inhabitants people live; area: big large size; elevation: high tall height; length: long;
duration: long last; weight mass: heavy weigh; price cost: expensive much cost; revenue: turnover sales money earns;
auditor: checks accounts; verdict: outcome result ended; invested investor: behind fund investor; fee: cost much;
speed: fast; currency: money pay; mouth: flows ends; source: rises springs begins origin; mayor: runs governs;
head leader government: governs leads rules president; tributary: river; performer: album recorded released;
vocalist singer: sings; drummer: drums; guitarist: guitar; bassist: bass; position instrument: plays;
discovered: found; treated: helps medicine cure therapy doctor patient against; prescribed: takes;
diagnosed: has suffers; caused: reason; resolved: done; severity: bad serious; predator: eats; prey: eats;
habitat: lives; diet: eats; ingredient: made contains recipe; material: made; purchased: owner;
supplier: buys sells delivers; customer client: buys; sponsor: money; teaches: lecturer class subject;
enrolled: student; approved: signed; reviewed: checked; assigned: responsible; status: state; successor: after next;
predecessor: before; competitor: rival; launched opened: started; operated operator: runs operates behind;
commanded commander: command captain led; crew passenger: board aboard flew sailed crew;
carries payload: board carry lift instrument cargo; departs departure: leaves starts;
delivers delivery: come delivered arrive; seat: home based;
arrives arrival: gets arrives lands; airline carrier: flies airline flight; stands: find room;
kept stored stowed: find put; brand manufacturer: brand make made makes maker manufacturer;
serviced repaired: repairs fixes services mends looks maintains; fuel: runs burns fuel; opening: opens open closes;
hotline helpline: call number phone support; hourly: charge charges cost; wall: walls painted; floor: floor storey;
tenant: lives rents; landlord: owns rents; rent: cost much pay; deposit: pay paid cost;
insured insurer: insurance insured; breed: kind breed; vet: doctor vet; plate: number plate;
mileage: driven kilometres miles; destination bound: going goes flown sailed travels;
consort: married wife husband spouse consort; victor winner: won winner victor victory beat;
loser: lost loser defeated; crowned coronation: throne crowned king queen;
reigned reign: ruled ruler rule king queen country reign; house dynasty: dynasty house family belong;
known: called nickname famous; burial buried: buried grave lies rests;
succeeded successor: after followed next successor follows predecessor before;
preceded predecessor: before predecessor after successor next; casualties: died killed deaths lost;
judge: decided presided judge; plaintiff claimant: sued suing sues plaintiff claimant complained;
defendant accused: sued defendant accused; counsel attorney lawyer: represents lawyer attorney defends counsel;
filed: brought filed started; outcome: ended end result outcome; damages: awarded damages paid compensation;
practises practices: works firm office; specialises specializes specialty speciality: field kind expertise;
admitted qualified: lawyer since qualified; concerns: about topic; contact: contact talk call ask speak;
chef cook: cooks chef cook; serves menu: eat dishes menu food serves get; cuisine: food kind cuisine;
signature: famous known speciality; closed: shut closed; apprenticed trained: learned trained apprentice;
cookbook: book wrote written; native: comes born native; supplied: get gets comes buy supplies supplier;
cooking: take takes cook long; borrowed loan lent: borrowed lent out took taken; shelf: find stands shelf;
isbn: number isbn; pages: long pages; playwright dramatist: wrote written author;
conductor conducted: conducts conductor leads; plays role: plays role character; planted sown: planted sowed;
sunlight light: sun shade; species genus: kind species; lifespan: live old long; diameter radius: big wide large;
orbits: goes circles orbits; moon satellite: moons moon; border borders: next neighbours neighbors borders;
license licence: licence license; repository: code repository source;
assignee: assigned works responsible; reporter: reported found; priority: important urgent;
deadline: due ready finished; password: password login; provider vendor: sells provides;
iban account: account number; ticker: stock shares; meter: meter reading; guardian: looks guardian parent;
nurse carer: looks cares; allergic allergy: allergic stand avoid;
tags tag keyword keywords: describe described describes tags words about; starred cast: alongside;
screenplay: script scripts screenwriter; written: script scripts screenplay; rating: liked rated good;
votes: popular famous; released release: out came date release year
"""
# Words of which each is asked for by any of the others.
ALIKE = """
married spouse husband wife; deadline due; based located situated headquartered;
award prize won medal honour honor received; resolved fixed repaired solved; affected hit impacted; caused reason;
bought purchased acquired; sold seller; supplier supplied delivered provider; customer client buyer;
sponsor funded financed invested backed donor; designed architect; invented inventor; prey hunts; symptom sign;
dose dosage; medicine medication drug; treats cures therapy; ends finished closed expires;
begins started launched opened; built constructed builder; editor edited; illustrated drawn drew;
translated translator; performed performer singer sang; recorded recording; label signed contract;
neighbouring borders neighbor neighbour adjacent; height tall high; depth deep; width wide; age old;
attended participated participant joined attendee; organised organized organiser hosted host;
replaced succeeded successor; preceded predecessor; phone telephone number; teaches taught teacher;
leads headed chaired managed chief; rating rated score; ranked rank; vehicle car; killed murdered; buried grave;
nickname alias; winner victor champion; ruler reign; crew board aboard; warranty guarantee;
manual instructions handbook guide; opening hours; model type version; engine motor; budget funding;
duration runtime; famous known; plaintiff claimant; lawyer attorney counsel; court tribunal; appointed named chosen;
physician doctor; colour color; motto slogan; symbol sign; season ripe; calories energy; fuse circuit;
blooms flowering flowers; vaccinated jab shot; dynasty house; cuisine food; salary wage pay earns;
flavour flavor taste; harvested harvest picked; lender lent; tenant renter; email mail; website homepage site;
street address; timetable schedule; meeting appointment; trip journey; caretaker janitor
"""
