internal import Forms
internal import HTTP
internal import JSON
internal import Links
internal import Values

/// A short link as its maker sees it.
struct LinkView: Described {
    let link: Link
    /// Signed, where it has a card.
    let longLink: String

    static var schema: Schema {
        .object(
            "Link", means: "A short link.", example: example,
            [
                "code": .linkCode.means("Identifies the link; case-sensitive."),
                "short_link": .uri.atMost(1024).means("The URL to share."),
                "preview_link": .uri.atMost(1024).means("Shows the link's destination on each platform."),
                "long_link": .uri.atMost(262144).means(
                    """
                    The same as parameters, without a code. With a card, it ends with the signature `sig`; \
                    without it, the app's card is shown.
                    """),
                "qr_link": .uri.atMost(1024).means("The link's QR code."),
                "created_at": .time.means("When it was made."),
                "channel": .string(upTo: 1024).orNull.means("Where it is shared."),
                "feature": .string(upTo: 1024).orNull.means("The link's purpose, such as `invite`."),
                "campaign": .string(upTo: 1024).orNull.means("For statistics."),
                "tags": .array(of: .string(upTo: 1024)).means("For sorting links."),
                "one_time": .boolean.means("Whether it is valid for one claim only."),
                "expires_at": .time.orNull.means(
                    "From this time on it leads to its fallback, or to a page; null for never."),
                "data": .map(of: .any).orNull.means("As the link has it."),
                "creator": .uuid.orNull.means("The uid of its creator; null for the app's own."),
                "state": .openChoice("on", "off").means(
                    "`off` after an administrator has switched it off. It then leads to its fallback, or to a page."
                ),
                "switched_off_at": .time.orNull.means("When it was switched off; null while it is on."),
            ])
    }

    static var example: JSONValue {
        [
            "code": "summer",
            "short_link": "https://go.example.com/summer",
            "preview_link": "https://go.example.com/summer?d=1",
            "long_link":
                "https://go.example.com/?link=https%3A%2F%2Fexample.com%2Fsummer&apn=com.example.game",
            "qr_link": "https://go.example.com/summer/qr",
            "created_at": "2026-11-21T12:00:00.000Z",
            "channel": "email",
            "feature": .null,
            "campaign": .null,
            "tags": ["sale"],
            "one_time": false,
            "expires_at": .null,
            "data": ["level": 3],
            "creator": .null,
            "state": "on",
            "switched_off_at": .null,
        ]
    }

    func encode(to writer: inout JSONWriter) {
        let spec = link.spec
        writer.object { writer in
            writer.member("code", link.code.description)
            writer.member("short_link", link.shortLink)
            writer.member("preview_link", link.previewLink)
            writer.member("long_link", longLink)
            writer.member("qr_link", link.qrLink)
            writer.member("created_at", RFC3339.format(link.createdAt))
            writer.member("channel", spec.channel)
            writer.member("feature", spec.feature)
            writer.member("campaign", spec.campaign)
            writer.member("tags", spec.tags)
            writer.member("one_time", spec.isOneTime)
            writer.member("expires_at", spec.expiresAt.map(RFC3339.format))
            writer.member("data", LinkDataView(data: spec.data))
            writer.member("creator", link.owner)
            writer.member("state", link.state.rawValue)
            writer.member("switched_off_at", link.switchedOffAt)
        }
    }
}

/// A link's data, unchanged; null for none.
struct LinkDataView: Described {
    let data: LinkData

    static let schema = Schema.map(of: .any).orNull

    func encode(to writer: inout JSONWriter) {
        guard let json = data.json else { return writer.null() }
        writer.raw(Array(json.utf8))
    }
}

struct LinkWarningView: Described {
    let warning: LinkWarning

    static var schema: Schema {
        .object(
            "LinkWarning", means: "Parameters of the link that have no effect, or not the expected one.",
            [
                "code": .string.pattern("[A-Z][A-Z0-9_]{0,63}").means("The kind of warning."),
                "message": .string(upTo: 8192).means("In words."),
            ])
    }

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("code", warning.code)
            writer.member("message", warning.message)
        }
    }
}
