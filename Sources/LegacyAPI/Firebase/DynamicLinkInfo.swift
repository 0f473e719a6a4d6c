internal import Forms
internal import HTTP
internal import JSON

/// `dynamicLinkInfo`: a long link's parameters under longer names.
struct DynamicLinkInfo {
    /// As given; nil for the profile's first prefix.
    private(set) var prefix: String?
    /// By which of its two names it was.
    private(set) var prefixName = "domainUriPrefix"
    /// The parameters of the long link.
    private(set) var items: [(name: String, value: String)] = []
    private(set) var androidLink: String?

    /// Each name in it, and the parameter that it stands for.
    typealias Section = (name: String, fields: [(name: String, parameter: String)])

    static let sections: [Section] = [
        (
            "androidInfo",
            [
                ("androidPackageName", "apn"), ("androidFallbackLink", "afl"),
                ("androidMinPackageVersionCode", "amv"),
            ]
        ),
        (
            "iosInfo",
            [
                ("iosBundleId", "ibi"), ("iosFallbackLink", "ifl"), ("iosCustomScheme", "ius"),
                ("iosIpadFallbackLink", "ipfl"), ("iosIpadBundleId", "ipbi"), ("iosAppStoreId", "isi"),
                ("iosMinimumVersion", "imv"),
            ]
        ),
        ("desktopInfo", [("desktopFallbackLink", "ofl")]),
        (
            "socialMetaTagInfo",
            [("socialTitle", "st"), ("socialDescription", "sd"), ("socialImageLink", "si")]
        ),
    ]

    static let analytics: [Section] = [
        (
            "googlePlayAnalytics",
            [
                ("utmSource", "utm_source"), ("utmMedium", "utm_medium"), ("utmCampaign", "utm_campaign"),
                ("utmTerm", "utm_term"), ("utmContent", "utm_content"), ("gclid", "gclid"),
            ]
        ),
        ("itunesConnectAnalytics", [("at", "at"), ("ct", "ct"), ("mt", "mt"), ("pt", "pt")]),
    ]

    init(_ fields: inout Fields) {
        let domain = fields.optionalString("dynamicLinkDomain")
        prefix = fields.optionalString("domainUriPrefix")
        if prefix == nil, domain != nil { (prefix, prefixName) = (domain, "dynamicLinkDomain") }
        add("link", fields.optionalString("link"))
        for section in Self.sections { read(section, from: &fields) }
        if let value = fields.optionalJSON("analyticsInfo") {
            var nested = Fields(element: value, pointer: fields.pointer + "/analyticsInfo")
            for section in Self.analytics { read(section, from: &nested) }
            fields.adopt(nested)
        }
        if let value = fields.optionalJSON("navigationInfo") {
            var nested = Fields(element: value, pointer: fields.pointer + "/navigationInfo")
            if nested.optionalBool("enableForcedRedirect") == true { add("efr", "1") }
            fields.adopt(nested)
        }
    }

    private mutating func read(_ section: Section, from fields: inout Fields) {
        guard let value = fields.optionalJSON(section.name) else { return }
        var nested = Fields(element: value, pointer: "\(fields.pointer)/\(section.name)")
        for field in section.fields { add(field.parameter, nested.optionalText(field.name)) }
        if section.name == "androidInfo" { androidLink = nested.optionalText("androidLink") }
        fields.adopt(nested)
    }

    /// Empty text is no value, as in Google's JSON.
    private mutating func add(_ parameter: String, _ value: String?) {
        if let value, !value.isEmpty { items.append((parameter, value)) }
    }
}

extension Fields {
    /// Text, or a number where clients send one, such as version codes.
    fileprivate mutating func optionalText(_ name: String) -> String? {
        switch optionalJSON(name) {
        case nil: return nil
        case .string(let text): return text
        case .integer(let number): return String(number)
        default:
            note(name, .wrongType, "A string is needed.")
            return nil
        }
    }
}
