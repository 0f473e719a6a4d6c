internal import HTTP
internal import JSON

/// The languages of visitors' pages. Texts for links' authors are in English: a link's warnings, and the
/// reasons of a refusal.
package enum PageLanguage: String, CaseIterable {
    // Raw values are BCP 47 tags.
    case arabic = "ar"
    case chineseSimplified = "zh-Hans"
    case chineseTraditional = "zh-Hant"
    case dutch = "nl"
    case english = "en"
    case french = "fr"
    case german = "de"
    case hebrew = "he"
    case hindi = "hi"
    case indonesian = "id"
    case italian = "it"
    case japanese = "ja"
    case korean = "ko"
    case polish = "pl"
    case portuguese = "pt-BR"
    case russian = "ru"
    case spanish = "es"
    case turkish = "tr"
    case ukrainian = "uk"

    /// Several times what browsers send; and no language has a longer name.
    private static let (headerBytesMax, rangeBytesMax) = (1_024, 35)

    /// The visitor's preferred language among these; English if it is none of them.
    ///
    /// Invalid parts are ignored. Source: RFC 9110 §12.4.2 and §12.5.4; RFC 4647 §3.4.
    ///
    /// - Parameter header: `Accept-Language`, such as `de-AT, en;q=0.8`.
    package init(accepting header: String) {
        var best: (language: PageLanguage, weight: Double) = (.english, 0)
        let items = header.utf8.count <= Self.headerBytesMax ? header.split(separator: ",") : []
        for item in items {
            let parts = item.filter { $0 != " " && $0 != "\t" }.split(separator: ";", maxSplits: 1)
            guard let range = parts.first, let weight = Self.weight(parts.dropFirst().first),
                weight > best.weight, let language = Self.language(for: range)
            else { continue }
            best = (language, weight)
        }
        self = best.language
    }

    /// From 0 to 1. Default: 1.
    private static func weight(_ parameter: Substring?) -> Double? {
        guard let parameter else { return 1 }
        guard parameter.lowercased().hasPrefix("q="), let weight = Double(parameter.dropFirst(2)) else {
            return nil
        }
        return (0...1).contains(weight) ? weight : nil
    }

    /// Leaves off what a range such as `de-AT` has at its end until it is the name of a language.
    private static func language(for range: Substring) -> PageLanguage? {
        guard range.utf8.count <= rangeBytesMax else { return nil }
        var subtags = range.lowercased().split(separator: "-", omittingEmptySubsequences: false)
        while !subtags.isEmpty {
            if let language = byRange[subtags.joined(separator: "-")] { return language }
            subtags.removeLast()
        }
        return nil
    }

    private static let byRange: [String: PageLanguage] = {
        var languages = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue.lowercased(), $0) })
        languages["pt"] = .portuguese
        languages["zh"] = .chineseSimplified
        // Cantonese is written in traditional characters, too.
        for range in ["zh-tw", "zh-hk", "zh-mo", "zh-yue", "yue"] { languages[range] = .chineseTraditional }
        // Their names in Java, and so in older Android.
        languages["iw"] = .hebrew
        languages["in"] = .indonesian
        return languages
    }()

    var isRightToLeft: Bool {
        self == .arabic || self == .hebrew
    }
}

extension Headers {
    package var pageLanguage: PageLanguage {
        PageLanguage(accepting: values("accept-language").joined(separator: ","))
    }
}
