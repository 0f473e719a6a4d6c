internal import Referrals

/// A made-up player's name, in its own script, and in an e-mail address, which is ASCII.
struct DemoName {
    let shown: String
    let email: EmailAddress

    /// - Parameter number: makes the address unique.
    init(number: Int, _ random: inout SplitMix) {
        let people = random.pick(Self.people)
        let first = random.pick(people.first)
        let last = random.pick(people.last)
        shown = people.isFamilyFirst ? "\(last.shown)\(first.shown)" : "\(first.shown) \(last.shown)"
        email = EmailAddress("\(first.plain).\(last.plain).\(number)@example.com")!
    }

    /// One of the two in the story, `anne@example.com`.
    init(_ shown: String) {
        self.shown = shown
        email = EmailAddress("\(shown)@example.com")!
    }

    private struct Word {
        let shown: String
        let plain: String

        init(_ shown: String, _ plain: String? = nil) {
            self.shown = shown
            self.plain = plain ?? shown.lowercased()
        }
    }

    private struct People {
        let first: [Word]
        let last: [Word]
        var isFamilyFirst = false
    }

    private static let people = [latin, latin, latin, european, greek, cyrillic, arabic, chinese, hangul]

    private static let latin = People(
        first: ["Ada", "Tom", "Mary", "James", "Grace", "Samuel", "Flora", "Henry"].map { Word($0) },
        last: ["Bonny", "Teach", "Read", "Rackham", "Kidd", "Morgan", "Cook", "Drake"].map { Word($0) })

    private static let european = People(
        first: [
            Word("Zoë", "zoe"), Word("Jürgen", "juergen"), Word("Łucja", "lucja"), Word("Sören", "soeren"),
        ],
        last: [
            Word("Müller", "mueller"), Word("Núñez", "nunez"), Word("Dvořák", "dvorak"),
            Word("Ågren", "agren"),
        ])

    private static let greek = People(
        first: [Word("Ελένη", "eleni"), Word("Νίκος", "nikos")],
        last: [Word("Παππάς", "pappas"), Word("Γεωργίου", "georgiou")])

    private static let cyrillic = People(
        first: [Word("Анна", "anna"), Word("Олег", "oleg"), Word("Дарья", "darya")],
        last: [Word("Коваль", "koval"), Word("Мороз", "moroz")])

    private static let arabic = People(
        first: [Word("ليلى", "layla"), Word("يوسف", "yusuf")],
        last: [Word("حداد", "haddad"), Word("منصور", "mansour")])

    private static let chinese = People(
        first: [Word("娜", "na"), Word("伟", "wei"), Word("芳", "fang")],
        last: [Word("李", "li"), Word("王", "wang"), Word("陈", "chen")], isFamilyFirst: true)

    private static let hangul = People(
        first: [Word("민준", "minjun"), Word("서연", "seoyeon")],
        last: [Word("김", "kim"), Word("박", "park")], isFamilyFirst: true)
}
