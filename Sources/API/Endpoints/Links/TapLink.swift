internal import FoundationEssentials
internal import HTTP
internal import Invitations
internal import Links
internal import Values

/// Takes what a link's page saw of the device when one of its buttons was pressed, so that a claim finds the
/// click again: the page's own call.
struct TapLink: Endpoint {
    struct Input: BodyInput {
        let clickID: UUID
        let screen: String?
        let scale: Double?
        let timeZone: String?
        let languages: [String]
        let isCopied: Bool?

        static var schema: Schema {
            .closed(
                "NewTap", means: "What a link's page saw when one of its buttons was pressed.",
                [
                    "link_click_id": .uuid.means("Which opening of the link it is of."),
                    "screen": .string(1...32).means("In points, such as `393x852`.").orNone,
                    "scale": .scale.means("Pixels a point.").orNone,
                    "timezone": .string(1...64).means("Such as `Europe/Berlin`.").orNone,
                    "languages": .array(of: .string(1...35), count: 0...8).means("The first one read first.")
                        .orNone,
                    "copied": .boolean.means("Whether the button copied the invite.").orNone,
                ])
        }

        init(_ fields: inout Fields) throws(Problem) {
            let clickID = fields.value("link_click_id", FieldValues.uuid)
            screen = fields.optionalString("screen", length: 1...32)
            scale = fields.optionalScale("scale")
            timeZone = fields.optionalString("timezone", length: 1...64)
            languages = fields.optionalStrings("languages", count: 0...8, length: 1...35) ?? []
            isCopied = fields.optionalBool("copied")
            self.clickID = try fields.finish(clickID)
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
            "tapLink", .opening, "What a link's page saw when its button was pressed",
            """
            The page's own call, once for each opening. What it tells is kept for two hours, as keyed hashes, \
            and only of an opening that can still be claimed by its device; past the limit of openings from \
            an address it is not kept. The press counts as the link's redirect.
            """
        )
        .takes([
            "link_click_id": "0193536e-8a3c-7cc0-8000-5e3a1f2b4c6d", "screen": "393x852", "scale": 3,
            "timezone": "Europe/Berlin", "languages": ["de-DE"], "copied": true,
        ])
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
            note(name, .outOfRange, "A number from 0.1 to 10 is needed.")
            return nil
        }
    }
}

extension Schema {
    static var scale: Schema {
        number.word("minimum", .number(0.1)).word("maximum", .integer(10))
    }
}
