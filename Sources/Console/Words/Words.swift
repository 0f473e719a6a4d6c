internal import Basics
internal import Pages
internal import Values

/// The console's texts in one language, and how it writes numbers and times.
struct Words: Sendable {
    /// Languages with a file of texts. Another one needs a file and its line here.
    static let languages: [PageLanguage] = [.english, .german]

    let language: PageLanguage
    /// Of times and days.
    let zone: ProgrammeZone
    private let texts: [String]

    /// English where there are no texts in the language.
    init(in language: PageLanguage, zone: ProgrammeZone = .utc) {
        self.zone = zone
        self.language = Self.all[language] == nil ? .english : language
        texts = Self.all[self.language] ?? []
    }

    /// With the name of the time zone instead of `{zone}`.
    subscript(word: Word) -> String {
        let text = texts[word.rawValue]
        return Self.zoned.contains(word.rawValue) ? text.replacing("{zone}", with: zone.name) : text
    }

    /// A text with names in braces filled in.
    func callAsFunction(_ word: Word, _ values: [(name: String, value: String)]) -> String {
        values.reduce(self[word]) { $0.replacing("{\($1.name)}", with: $1.value) }
    }

    /// With a separator at each thousand.
    func number(_ number: Int64) -> String {
        let digits = String(number.magnitude)
        var text = number < 0 ? "−" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text += language == .german ? "." : "," }
            text.append(digit)
        }
        return text
    }

    /// To a hundredth.
    func ratio(_ value: Double?) -> String {
        guard let value else { return "–" }
        let hundredths = Int64((value * 100).rounded())
        let rest = abs(hundredths % 100)
        return "\(hundredths / 100)\(language == .german ? "," : ".")\(rest < 10 ? "0" : "")\(rest)"
    }

    /// To the minute, with the zone's offset then.
    func time(_ time: Timestamp) -> String {
        let text = RFC3339.format(zone.local(time))
        let offset = zone.isUTC ? "UTC" : zone.offsetText(at: time)
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5))\u{A0}\(offset)"
    }

    private static let all = Dictionary(
        uniqueKeysWithValues: languages.map { ($0, texts(of: $0)) })

    /// The texts that name the time zone.
    private static let zoned = Set(
        all.values.flatMap { texts in texts.indices.filter { texts[$0].contains("{zone}") } })

    private static func texts(of language: PageLanguage) -> [String] {
        let name = "console.\(language.rawValue).txt"
        do throws(TextFile<Word>.Mistakes) {
            return try TextFile<Word>(named: name).texts
        } catch {
            preconditionFailure("\(name): \(error.all.joined(separator: "; "))")
        }
    }
}
