internal import HTTP
internal import Referrals

/// Whose word counts, with the version by which it can be changed.
struct TrustReply: JSONOutput {
    let stored: StoredTrust

    static var schema: Schema {
        .object(
            "ProgrammeReply", means: "The programme, but for its rules.",
            [
                "programme": .object(
                    "Programme", means: "What becomes of rewards that rules find deserved.",
                    example: example["programme"],
                    [
                        "referrals": .object(
                            "ReferralTrust", means: "By how surely a player was referred.", sources),
                        "user_events": .trustActionReply.means(
                            "For rewards based on progress that the player's own app reported."),
                        "checks": .object(
                            "TrustChecks", means: "Looked at when a reward is about to be made.",
                            checks(.shown)),
                        "version": .count.means("Each change is one more; also the ETag."),
                    ])
            ])
    }

    static var example: JSONValue {
        [
            "programme": [
                "referrals": [
                    "claim_unique": "pay", "claim_default": "hold", "claim_weak": "deny", "code": "pay",
                    "unproven": "pay",
                ],
                "user_events": "pay",
                "checks": [
                    "same_device": .null, "same_network": ["action": "hold", "at_least": 5, "hours": 24],
                    "burst": .null, "too_fast": .null, "same_mailbox": .null, "disposable_mail": .null,
                    "ring": .null,
                ],
                "version": 2,
            ]
        ]
    }

    var headers: [ResponseHeader] { [ResponseHeader(.etag, "\"\(stored.version)\"")] }

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.key("programme")
            writer.object { writer in
                Self.encode(stored.terms, to: &writer)
                writer.member("version", stored.version)
            }
        }
    }

    /// As a file of the whole programme has it, too.
    static func encode(_ terms: TrustTerms, to writer: inout JSONWriter) {
        writer.key("referrals")
        writer.object { writer in
            for source in ReferralSource.allCases {
                writer.member(dynamic: source.rawValue, terms.action(for: source).rawValue)
            }
        }
        writer.member("user_events", terms.userEvents.rawValue)
        writer.key("checks")
        writer.object { writer in
            for kind in TrustCheck.Kind.allCases {
                writer.member(dynamic: kind.rawValue, terms.checks[kind].map(TrustCheckView.init))
            }
        }
    }
}

private struct TrustCheckView: JSONEncodable {
    let check: TrustCheck

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("action", check.action.rawValue)
            for (number, value) in zip(check.kind.numbers, check.numbers) {
                writer.member(dynamic: number.name, value)
            }
        }
    }
}

extension TrustReply {
    private enum Form { case shown, asked }

    private static var sources: KeyValuePairs<String, Schema> {
        let action = Schema.trustActionReply
        return [
            "claim_unique": action.means("A receipt of a sure match."),
            "claim_default": action.means("A receipt, or an app's word, of a likely match."),
            "claim_weak": action.means("The same of one among several."),
            "code": action.means("The referrer's code."), "unproven": action.means("A uid."),
        ]
    }

    private static var askedSources: KeyValuePairs<String, Schema> {
        let action = Schema.trustAction
        return [
            "claim_unique": action.means("A receipt of a sure match. Default: `pay`.").orNone,
            "claim_default": action.means("A likely match. Default: `hold`.").orNone,
            "claim_weak": action.means("One of several candidates. Default: `deny`.").orNone,
            "code": action.means("The referrer's code. Default: `pay`.").orNone,
            "unproven": action.means("A uid. Default: `pay`.").orNone,
        ]
    }

    private static func checks(_ form: Form) -> KeyValuePairs<String, Schema> {
        [
            "same_device": check(.sameDevice, form, "the referrer's device, or that of others it brought"),
            "same_network": check(.sameNetwork, form, "so many from one network within the hours"),
            "burst": check(.burst, form, "so many brought within the minutes"),
            "too_fast": check(.tooFast, form, "fulfilled so soon after the first start"),
            "same_mailbox": check(.sameMailbox, form, "the referrer's mailbox, or another's it brought"),
            "disposable_mail": check(.disposableMail, form, "a mailbox of a listed domain"),
            "ring": check(.ring, form, "the chain of referrers comes back to the player"),
        ]
    }

    /// Null where it is off.
    private static func check(_ kind: TrustCheck.Kind, _ form: Form, _ meaning: String) -> Schema {
        let name = kind.rawValue.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }
            .joined()
        let schema: Schema =
            switch form {
            case .shown: .object(name + "Check", means: "Fires on \(meaning).", members(of: kind, form))
            case .asked:
                .closed(name + "CheckRequest", means: "Fires on \(meaning).", members(of: kind, form))
            }
        return form == .shown
            ? schema.orNull.means("Null where it is off.") : schema.orNone.means("Off where it is left out.")
    }

    private static func members(of kind: TrustCheck.Kind, _ form: Form) -> KeyValuePairs<String, Schema> {
        let action = (form == .shown ? Schema.trustActionReply : .trustAction).means("What becomes of it.")
        func number(_ place: Int, _ meaning: String) -> Schema {
            .integer(kind.numbers[place].range).means(meaning)
        }
        return switch kind {
        case .sameDevice: ["action": action, "at_least": number(0, "How many others.")]
        case .sameNetwork:
            ["action": action, "at_least": number(0, "How many."), "hours": number(1, "Within how long.")]
        case .burst:
            ["action": action, "at_least": number(0, "How many."), "minutes": number(1, "Within how long.")]
        case .tooFast: ["action": action, "seconds": number(0, "How soon.")]
        case .sameMailbox, .disposableMail, .ring: ["action": action]
        }
    }

    /// As `TrustInput` reads it.
    static var requestSchema: Schema {
        .closed(
            "ProgrammeRequest", means: "Omitted members get the values of a new installation.",
            [
                "referrals": .closed(
                    "ReferralTrustRequest", means: "By how surely a player was referred.", askedSources
                ).means("By how surely a player was referred.").orNone,
                "user_events": .trustAction.means(
                    "For rewards based on progress that the player's own app reported. Default: `pay`."
                ).orNone,
                "checks": .closed(
                    "TrustChecksRequest", means: "Looked at when a reward is about to be made.",
                    checks(.asked)
                ).means("Looked at when a reward is about to be made.").orNone,
                "version": .integer(from: 0).means("As a reply has it; `If-Match` is what counts.").orNone,
            ])
    }
}

extension Schema {
    fileprivate static var trustAction: Schema {
        .named("TrustAction", .choice("pay", "hold", "deny").means("What becomes of a reward."))
    }

    fileprivate static var trustActionReply: Schema { .openChoice("pay", "hold", "deny") }
}
