"""The nouns and adjectives that the rules know: belongings, illnesses, works, what passes and what says nothing."""

from __future__ import annotations


def words_of(text: str) -> frozenset[str]:
    """The words of a list written as plain text, which is easier to read and to add to."""
    return frozenset(text.split())


BELONGINGS = words_of("car house flat apartment bike bicycle boat motorbike motorcycle van garden cottage cabin farm")
DWELLINGS = words_of(
    "house flat apartment room studio bungalow condo maisonette townhouse dorm dormitory hostel kollegium cottage "
    "cabin farmhouse loft penthouse bedsit houseboat caravan basement attic"
)
DEVICES = words_of("laptop computer phone tablet car bike boat house flat apartment garden server printer camera")
DEGREES = words_of(
    "phd degree master masters master's bachelor bachelors bachelor's msc bsc mba doctorate ba ma diploma"
)
CONDITIONS = words_of(
    "pacemaker stent "
    "asthma diabetes adhd dyslexia epilepsy migraine migraines hypertension autism arthritis eczema psoriasis "
    "tinnitus celiac coeliac endometriosis anaemia anemia scoliosis insomnia narcolepsy glaucoma "
    "dementia depression "
    "alzheimer's parkinson's huntington's crohn's tourette's hodgkin's raynaud's copd leukaemia leukemia schizophrenia "
    "osteoporosis sciatica lupus"
)
CONDITION_ENDINGS = ("itis", "osis", "aemia", "algia", "phobia", "plegia")  # bronchitis, fibromyalgia
MEDICINE_ENDINGS = (  # in everyday names and, of the rest, the stems that the WHO gives to international names
    *("in", "fen", "ol", "one", "ide", "zole", "pril", "pam", "statin", "sartan", "cillin", "tine", "line", "pine"),
    *("prine", "grel", "xaban", "gatran", "gliptin", "triptan", "tinib", "mab", "vir", "lukast", "afil", "coxib"),
)
NO_MEDICINE = words_of("cocaine medicine airline online protein pottery alcohol someone everyone anyone control train")
ILLNESSES = words_of("disease syndrome disorder condition deficiency intolerance fever")  # with what it is of before it
THINGS = words_of("project team company firm app service server site band club product")  # "Project Heron"
FIRMS = words_of(  # the last word of a firm's name, whatever the recogniser makes of it
    "Labs Inc Ltd Llc GmbH Corp Group Bank Systems Studio Studios Solutions Partners Consulting Foundation Institute "
    "University College Hospital Holdings Industries Technologies Press "
    "United Rovers Wanderers Athletic Albion Hotspur FC AFC RFC"  # of clubs
)
FICTIONS = words_of("film movie book novel story game series show play dream episode comic song poem screenplay")
WORKS = words_of("film movie book novel show series song album game band podcast musical opera anime manga sitcom play")
INVENTED = words_of(
    "character hero heroine protagonist villain variable function file class method column field folder sim avatar"
)
ORDINALS = words_of("first second third last same other latest previous next new old whole current former")
CURRENCIES = words_of("euro pound dollar franc krona krone yen rupee naira")
TASTED = words_of(
    "meal food dish drink dessert snack cheese fruit vegetable colour color season animal sport game hobby"
)
LOOKS = words_of("hair eye eyes skin beard")  # how these are lasts
FAITHS = words_of(
    "methodist catholic protestant anglican lutheran baptist quaker mormon orthodox muslim hindu buddhist jewish sikh "
    "christian atheist agnostic"
)
HELPERS = words_of(
    "intern trainee apprentice substitute babysitter nanny au-pair midwife vet caterer landlord landlady agent contact "
    "supplier help"
)
OFFICES = words_of("ceo cto coo cfo cmo cio cpo vp svp evp")  # held by one person, and written like a name
ANYONE = words_of("someone somebody guy man woman girl boy person lad lady bloke chap kid")
HEADSHIPS = words_of(
    "head director chief dean manager editor curator chair president secretary principal vice-president"
)
COUNTED_BY = words_of("id number no code card account name")  # "my student ID" is no student
SIGNS_OF = words_of("login username user-name handle hostname codename nickname tag serial")  # told letter by letter
RECORDS = words_of(  # which say what is so
    "certificate passport register census record contract licence license deed gravestone headstone tombstone"
)
CORRESPONDENCE = words_of("email e-mail mail letter message note reply text post list card sms report")
WRITINGS = words_of("thesis dissertation essay paper phd doctorate research book novel talk blog podcast")
INSTITUTIONS = words_of(  # "my gym is Holmes Place": an organisation, whoever it is named after
    "school kindergarten nursery daycare preschool university college gym bank company employer club church mosque "
    "synagogue hospital clinic practice firm agency startup start-up insurer label publisher team client"
)
STUDENTS = words_of("student pupil undergraduate postgraduate freshman fresher sophomore undergrad")
SCHOOLS = words_of("school kindergarten nursery daycare preschool")
SETTLEMENTS = words_of("town village city suburb hamlet")  # "a small town near Metz"
WORKPLACES = words_of("office branch headquarters hq department plant site team division depot warehouse lab")
EMPLOYING = words_of(  # where one may have a job, without a name of its own
    "library hospital school museum bakery café cafe restaurant hotel university clinic pharmacy supermarket shop "
    "store bank council ministry zoo theatre theater cinema gym nursery kindergarten garage airport factory brewery "
    "farm bookshop bookstore post-office court archive gallery surgery practice salon pub bar"
)
GROUPINGS = words_of("team squad committee board council band choir orchestra league")
STREETS = words_of("street road lane avenue drive close square st rd ave rue via calle avenida ulica viale")
STREET_ENDINGS = ("straße", "strasse", "weg", "gasse", "allee", "straat", "laan", "gatan", "gata", "vej", "platz")
DEPARTMENTS = words_of(  # one moves to these without moving house
    "product marketing sales engineering finance accounting accounts operations support logistics procurement hr it "
    "design research production purchasing management nights days"
)
CHORES = words_of(
    "homework laundry dish dishes things jobs favours favors errands exams tests work job thing stuff shopping "
    "cleaning ironing math"
)
LASTING = frozenset(  # adjectives that say what someone is, not how they are today
    words_of(
        "vegetarian veggie vegan pescatarian married single divorced widowed retired left-handed right-handed diabetic "
        "asthmatic sober colour-blind colorblind dyslexic deaf blind coeliac celiac bilingual pregnant autistic "
        "lactose-intolerant gluten-intolerant unemployed self-employed freelance teetotal "
        "hypertensive epileptic anaemic anemic agoraphobic claustrophobic "
        "short-sighted long-sighted near-sighted far-sighted nearsighted farsighted colourblind"
    )
)
NOT_A_KIND = frozenset(  # "is a bit", "is a mess": no kind of thing
    words_of(
        "man woman guy girl boy lady bloke "
        "is a bit mess lot ear test problem question pity shame idea joke surprise thing one fan way day week "
        "reason example matter nightmare disaster pleasure honour pain mistake relief secret must shot lie "
        "fact chance couple part kind sort genius idiot star saint angel ride journey rollercoaster coaster blast "
        "bummer spot reminder deal challenge experience feeling escape help process dream must-see must-have "
        "mix treat favorite favourite win pick start step boost moment place adventure delight sucker have "
        "see blessing balance decision outlet passion while time source bundle sink work motivation "
        "everything rock world rookie newbie success failure change memory story character act bore joy gift "
        "hit miss struggle beginning end"
    )
)
PASSING_NOUNS = words_of(
    "question point problem plan idea guess day week weekend turn fault mistake mood opinion answer goal hope "
    "dream wish issue concern understanding bad advice thought reason suggestion time thing life head feeling "
    "impression flight train meeting pick focus fix stress favorite favourite dream corner go-to buster relief outlet "
    "appointment visit checkup exam interview class lesson half "
    "outlets inspiration presence treat happiness escape strength weakness priority"
)
MEMBERS = words_of("member members volunteer supporter fan")
JOINED_BY_MEMBERS = words_of(  # by the last word of its name
    "party club union association society league church choir orchestra band team gym library guild order brigade "
    "parkrun alliance network federation federations co-op cooperative greenpeace amnesty"
)
FAVOURITE = words_of("favourite favorite fav fave")
EXCLAIMED = words_of(  # what people call out, and the tagger takes for names
    "thanks thank hey hi hello yo yeah yep yup yes no nope oof wow woo whoa aww awww awesome cool nice great congrats "
    "congratulations bye goodbye sure absolutely definitely exactly totally gotcha ok okay oh ah haha lol sorry please "
    "well huh super omg look guess listen good morning evening night dear cheers ugh hmm true right agreed glad"
)
JUDGING = words_of(  # "a great spot": how somebody finds it, not what it is
    "great nice real good bad big wild awesome amazing wonderful fun cool tough perfect huge such total delicious "
    "rewarding incredible lovely beautiful terrible horrible awful fantastic cute crazy hard easy tiny major brilliant "
    "excellent best worst super strange weird"
)
THE_OUTDOORS = words_of(
    "sea ocean beach mountains outdoors countryside snow rain cold heat sun forest woods summer winter desert sky city "
    "theatre theater opera ballet cinema gym water coast"
)
VAGUE = words_of(
    "thing things stuff people someone everyone something anything business project plan plans goal goals lot ton bit "
    "it this that idea ideas game games part role work while long ages now music"
) - {"music"}
TIMES_FOR_NAMES = words_of("april may june july august autumn summer winter dawn easter")
DAYS_FOR_NAMES = words_of("sunday wednesday friday")
EMPTY_LIKES = words_of("idea plan way answer one part look sound fact suggestion result thing it that this lot")
