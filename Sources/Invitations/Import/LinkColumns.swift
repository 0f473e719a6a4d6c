package import Basics

/// Which column of an export says what, by the header alone.
package struct LinkColumns {
    /// The reason why a header isn't a known export's.
    package struct Mistake: Error, Equatable, CustomStringConvertible {
        package let description: String
    }

    package enum Column: Equatable {
        case shortLink
        /// All parameters in one URL.
        case longLink
        /// A parameter of a long link; `link` itself is one.
        case parameter(String)
        case createdAt
        case alias
        case channel
        case feature
        case campaign
        case tags
        /// Branch's: 1 is good for one claim.
        case type
        /// Branch's data as one JSON object.
        case data
        /// One of Branch's data, such as `$desktop_url`.
        case datum(String)
    }

    /// Nil for a column that is not looked at.
    package let columns: [Column?]
    /// The names of those that are not.
    package let ignored: [String]

    package init(_ header: CSVReader.Record) throws(Mistake) {
        if let mistake = header.mistake {
            throw Mistake(description: "the header is invalid: \(mistake)")
        }
        try self.init(header: header.fields.map(CSVReader.trimmed))
    }

    init(header: [String]) throws(Mistake) {
        let names = header.map(Self.plain)
        var columns = zip(header, names).map { Self.column($0, named: $1) }
        let link = names.firstIndex(of: "link")
        if let link, !columns.contains(.shortLink), !columns.contains(.alias) {
            // Without another column for it, `link` is the short link itself, as Branch says.
            columns[link] = .shortLink
        }
        for (index, column) in columns.enumerated() {
            guard let column, columns[..<index].contains(column) else { continue }
            throw Mistake(description: "the header has two columns with the same meaning: \(header[index])")
        }
        guard columns.contains(.shortLink) || columns.contains(.alias) else {
            let separator = header.count == 1 ? header[0].first { ";\t|".contains($0) } : nil
            if separator != nil {
                throw Mistake(description: "columns must be separated by commas: \(header[0])")
            }
            throw Mistake(
                description: """
                    the header has no column for the short link (Short link, Short URL, URL, Link or Alias); \
                    it has: \(header.prefix(40).joined(separator: ", "))
                    """)
        }
        self.columns = columns
        ignored = zip(header, columns).filter { $1 == nil }.map(\.0)
    }

    private static func column(_ name: String, named plain: String) -> Column? {
        if let parameter = parenthesized(name), parameters.contains(parameter) {
            return .parameter(parameter)
        }
        if name.hasPrefix("$") { return .datum(name) }
        if parameters.contains(plain) { return .parameter(plain) }
        return known[plain]
    }

    /// Lower case, without what is no letter or digit: `Short Link`, `short_link` and `~short-link` are one
    /// name. The underscore of `utm_source` stays out too.
    private static func plain(_ name: String) -> String {
        let bytes = name.lowercased().utf8.filter(\.isAlphanumeric)
        let text = String(decoding: bytes, as: UTF8.self)
        return text.hasPrefix("utm") ? "utm_" + text.dropFirst(3) : text
    }

    /// `apn` of `Android package name (apn)`.
    private static func parenthesized(_ name: String) -> String? {
        guard name.hasSuffix(")"), let open = name.lastIndex(of: "(") else { return nil }
        return String(name[name.index(after: open)...].dropLast()).lowercased()
    }

    private static let parameters: Set = [
        "link", "apn", "afl", "amv", "ibi", "ifl", "ius", "ipfl", "ipbi", "isi", "imv", "efr", "ofl", "st",
        "sd", "si", "utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content", "gclid", "pt",
        "at", "ct", "mt",
    ]

    private static let known: [String: Column] = [
        "shortlink": .shortLink, "shorturl": .shortLink, "url": .shortLink, "linkurl": .shortLink,
        "branchlink": .shortLink, "branchurl": .shortLink, "shortdynamiclink": .shortLink,
        "longlink": .longLink, "longurl": .longLink, "longdynamiclink": .longLink,
        "deeplink": .parameter("link"), "deeplinkurl": .parameter("link"),
        "destination": .parameter("link"), "androidpackagename": .parameter("apn"),
        "androidfallbacklink": .parameter("afl"),
        "androidminimumpackageversioncode": .parameter("amv"), "iosbundleid": .parameter("ibi"),
        "iosfallbacklink": .parameter("ifl"), "ioscustomscheme": .parameter("ius"),
        "iosipadfallbacklink": .parameter("ipfl"), "iosipadbundleid": .parameter("ipbi"),
        "iosappstoreid": .parameter("isi"), "iosminimumversion": .parameter("imv"),
        "enableforcedredirect": .parameter("efr"), "desktopfallbacklink": .parameter("ofl"),
        "socialtitle": .parameter("st"), "socialdescription": .parameter("sd"),
        "socialimagelink": .parameter("si"), "itunesconnectat": .parameter("at"),
        "itunesconnectct": .parameter("ct"), "itunesconnectmt": .parameter("mt"),
        "itunesconnectpt": .parameter("pt"), "creationtimestamp": .createdAt, "createdat": .createdAt,
        "creationtime": .createdAt, "creationdate": .createdAt, "alias": .alias, "linkalias": .alias,
        "channel": .channel, "feature": .feature, "campaign": .campaign, "tags": .tags, "type": .type,
        "linktype": .type, "data": .data, "linkdata": .data, "canonicalurl": .datum("$canonical_url"),
        "fallbackurl": .datum("$fallback_url"), "desktopurl": .datum("$desktop_url"),
        "androidurl": .datum("$android_url"), "iosurl": .datum("$ios_url"),
        "ipadurl": .datum("$ipad_url"), "deeplinkpath": .datum("$deeplink_path"),
        "ogtitle": .datum("$og_title"), "ogdescription": .datum("$og_description"),
        "ogimageurl": .datum("$og_image_url"), "marketingtitle": .datum("$marketing_title"),
    ]
}
