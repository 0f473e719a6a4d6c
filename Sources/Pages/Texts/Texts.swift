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
        do throws(TextFile.Mistakes) {
            texts = try TextFile(language.file).texts
        } catch {
            preconditionFailure("\(language.rawValue).txt: \(error.all.joined(separator: "; "))")
        }
    }
}

extension PageLanguage {
    /// Its texts, a resource of the module.
    var file: [UInt8] {
        switch self {
        case .arabic: PackageResources.ar_txt
        case .chineseSimplified: PackageResources.zh_Hans_txt
        case .chineseTraditional: PackageResources.zh_Hant_txt
        case .dutch: PackageResources.nl_txt
        case .english: PackageResources.en_txt
        case .french: PackageResources.fr_txt
        case .german: PackageResources.de_txt
        case .hebrew: PackageResources.he_txt
        case .hindi: PackageResources.hi_txt
        case .indonesian: PackageResources.id_txt
        case .italian: PackageResources.it_txt
        case .japanese: PackageResources.ja_txt
        case .korean: PackageResources.ko_txt
        case .polish: PackageResources.pl_txt
        case .portuguese: PackageResources.pt_BR_txt
        case .russian: PackageResources.ru_txt
        case .spanish: PackageResources.es_txt
        case .turkish: PackageResources.tr_txt
        case .ukrainian: PackageResources.uk_txt
        }
    }
}
