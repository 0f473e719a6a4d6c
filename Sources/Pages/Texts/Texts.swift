internal import Resources

/// The texts of pages and mails in one language; names in braces are filled in.
package struct Texts: Sendable {
    private let texts: [String]

    package init(in language: PageLanguage) {
        self = Self.all[language] ?? Texts(language)
    }

    package subscript(key: TextKey) -> String { texts[key.rawValue] }

    /// Reads the texts of all languages, so that no request waits for that.
    package static func prepare() { _ = all }

    private static let all = Dictionary(uniqueKeysWithValues: PageLanguage.allCases.map { ($0, Texts($0)) })

    private init(_ language: PageLanguage) {
        do throws(TextFile<TextKey>.Mistakes) {
            texts = try TextFile<TextKey>(language.file).texts
        } catch {
            preconditionFailure("\(language.rawValue).txt: \(error.all.joined(separator: "; "))")
        }
    }
}

extension PageLanguage {
    /// Its texts.
    var file: [UInt8] { Resource.bytes("\(rawValue).txt") }
}
