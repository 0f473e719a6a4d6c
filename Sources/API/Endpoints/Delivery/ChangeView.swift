internal import Delivery
internal import Forms
internal import JSON
internal import Referrals

/// A change in the feed, in webhooks and in streams.
struct ChangeView: Described {
    let row: StoredChange

    func encode(to writer: inout JSONWriter) {
        ChangeBody(row).encode(to: &writer)
    }

    static var schema: Schema {
        .object(
            "Change", means: "What the service did.", example: example(of: .balanceChanged),
            members(.map(of: .any).means("By the type; `webhooks` describes each.")))
    }

    /// The schema of one type's changes.
    static func schema(of type: ChangeType) -> Schema {
        .object(
            name(of: type), means: "A change of the type `\(type.rawValue)`.", example: nil,
            members(ChangeDataForm.schema(of: type)))
    }

    /// As in `BalanceChangedChange`.
    static func name(of type: ChangeType) -> String {
        type.rawValue.split { $0 == "." || $0 == "_" }.map { $0.prefix(1).uppercased() + $0.dropFirst() }
            .joined() + "Change"
    }

    private static func members(_ data: Schema) -> [(String, Schema)] {
        [
            ("id", .uuid.means("Identifies the change. A repeated delivery has the same.")),
            ("type", .string(upTo: 64).means("What happened.")),
            ("timestamp", .time.means("When it happened.")),
            ("subject", .uuid.orNull.means("The player; null for a change that is about none.")),
            (
                "sequence",
                .count.orNull.means("1, 2, 3 … for each subject, without gaps; null without a subject.")
            ),
            ("api", .integer.means("The version of this form: 1.")),
            ("data", data),
        ]
    }

    static func example(of type: ChangeType) -> JSONValue {
        let hasSubject = type.isAboutPlayer
        return [
            "id": "01938f3e-9f20-7e51-8d33-0b1c2d3e4f60",
            "type": .string(type.rawValue),
            "timestamp": "2026-11-21T12:05:00.000Z",
            "subject": hasSubject ? "01938f3e-5a00-7c3d-8f21-6a1b0c9d2e41" : .null,
            "sequence": hasSubject ? 7 : .null,
            "api": 1,
            "data": ChangeDataForm.example(of: type),
        ]
    }
}
