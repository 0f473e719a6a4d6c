internal import Forms
internal import FoundationEssentials
internal import HTTP
internal import Invitations
internal import JSON
internal import Links
internal import Values

/// Takes what a link's page saw of the device when one of its buttons was pressed, so that a claim finds the
/// click again: the page's own call.
struct TapLink: Endpoint {
    struct Input: FormedInput {
        let clickID: UUID
        let screen: String?
        let scale: Double?
        let timeZone: String?
        let languages: [String]
        let isCopied: Bool?

        static let form = RequestForm(
            "NewTap", means: "What a link's page saw when one of its buttons was pressed.",
            Field(
                "link_click_id", .uuid, "The opening of the link.",
                sample: "0193536e-8a3c-7cc0-8000-5e3a1f2b4c6d"),
            Field(optional: "screen", .string(1...32), "In points, such as `393x852`.", sample: "393x852"),
            Field(optional: "scale", .scale, "Pixels for each point.", sample: 3),
            Field(optional: "timezone", .string(1...64), "Such as `Europe/Berlin`.", sample: "Europe/Berlin"),
            Field(
                "languages", .array(of: .string(1...35), count: 0...8), or: [],
                "The device owner's languages, the preferred one first.",
                sample: ["de-DE"]),
            Field(optional: "copied", .boolean, "Whether the button copied the invite.", sample: true)
        ) {
            Input(clickID: $0, screen: $1, scale: $2, timeZone: $3, languages: $4, isCopied: $5)
        }
    }

    let opener: LinkOpener

    /// The same whatever becomes of it: a page has nothing to say of that.
    func respond(to input: Input, on call: Call) -> Response {
        if opener.mayStore(from: call.address) {
            // An Android browser's points are not whole pixels, and agree with no app's.
            let isAndroid = opener.visitor(on: call).platform.family == .android
            let traits = DeviceTraits(
                screen: isAndroid ? nil : input.screen, scale: isAndroid ? nil : input.scale,
                timeZone: input.timeZone, languages: input.languages)
            opener.links.record(
                Tap(clickID: input.clickID, traits: traits, isCopied: input.isCopied))
        }
        return .noContent
    }
}

extension TapLink {
    var operation: Operation {
        Operation(
            "tapLink", .opening, "Record a tap on a link's button",
            """
            The page's own call, once for each opening. Its data is kept for two hours as keyed hashes, only \
            for openings that a device can still claim. Above the limit of openings from an address nothing \
            is kept. The press counts as the link's redirect.
            """
        )
        .gives(204, "Taken.")
    }
}

extension Fields {
    /// Pixels a point.
    mutating func optionalScale(_ name: String) -> Double? {
        switch optionalJSON(name) {
        case .integer(let scale) where (1...10).contains(scale): return Double(scale)
        case .number(let scale) where (0.1...10).contains(scale): return scale
        case nil, .null: return nil
        default:
            note(name, .outOfRange, "A number is from 0.1 to 10.")
            return nil
        }
    }
}

extension Schema {
    static var scale: Schema {
        number.word("minimum", .number(0.1)).word("maximum", .integer(10))
    }
}

extension Codec where Value == Double {
    static var scale: Codec {
        Codec(
            .scale, write: { $1.number($0) },
            read: { name, fields in fields.optionalScale(name) })
    }
}
