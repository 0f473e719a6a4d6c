internal import HTTP
internal import Referrals

/// Trust settings, with the version for a change.
struct TrustReply: JSONOutput {
    let stored: StoredTrust

    static var schema: Schema {
        .object(
            "ProgrammeReply", means: "The programme without its rules.",
            [
                "programme": .object(
                    "Programme", means: "What to do with rewards that rules grant.",
                    example: example["programme"],
                    [
                        "referrals": .object(
                            "ReferralTrust", means: "By how certain the referral is.", sources),
                        "user_events": .trustActionReply.means(
                            "For rewards based on progress that the player's own app reported."),
                        "checks": .object(
                            "TrustChecks", means: "Applied when a reward is about to be made.",
                            checks(.shown)),
                        "version": .count.means("Grows with each change; also the ETag."),
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
            "claim_default": action.means("A receipt, or an app's report, of a likely match."),
            "claim_weak": action.means("The same, of one of several candidates."),
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
            "same_device": check(
                .sameDevice, form, "the referrer's device, or that of another referred player"),
            "same_network": check(.sameNetwork, form, "so many from one network within the hours"),
            "burst": check(.burst, form, "so many referred players within the minutes"),
            "too_fast": check(.tooFast, form, "the rule being fulfilled so soon after the first start"),
            "same_mailbox": check(.sameMailbox, form, "the referrer's mailbox, or another referred player's"),
            "disposable_mail": check(.disposableMail, form, "a mailbox of a listed domain"),
            "ring": check(.ring, form, "a chain of referrers that leads back to the player"),
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
            ? schema.orNull.means("Null: off.") : schema.orNone.means("Omit it for off.")
    }

    private static func members(of kind: TrustCheck.Kind, _ form: Form) -> KeyValuePairs<String, Schema> {
        let action = (form == .shown ? Schema.trustActionReply : .trustAction).means("The action.")
        func number(_ place: Int, _ meaning: String) -> Schema {
            .integer(kind.numbers[place].range).means(meaning)
        }
        return switch kind {
        case .sameDevice: ["action": action, "at_least": number(0, "The number of others.")]
        case .sameNetwork:
            ["action": action, "at_least": number(0, "The number."), "hours": number(1, "The period.")]
        case .burst:
            ["action": action, "at_least": number(0, "The number."), "minutes": number(1, "The period.")]
        case .tooFast: ["action": action, "seconds": number(0, "The time after the first start.")]
        case .sameMailbox, .disposableMail, .ring: ["action": action]
        }
    }

    /// As `TrustInput` reads it.
    static var requestSchema: Schema {
        .closed(
            "ProgrammeRequest", means: "Omitted members get the values of a new installation.",
            [
                "referrals": .closed(
                    "ReferralTrustRequest", means: "By how certain the referral is.", askedSources
                ).means("By how certain the referral is.").orNone,
                "user_events": .trustAction.means(
                    "For rewards based on progress that the player's own app reported. Default: `pay`."
                ).orNone,
                "checks": .closed(
                    "TrustChecksRequest", means: "Applied when a reward is about to be made.",
                    checks(.asked)
                ).means("Applied when a reward is about to be made.").orNone,
                "version": .integer(from: 0).means("As in a reply; only `If-Match` counts.").orNone,
            ])
    }
}

extension Schema {
    fileprivate static var trustAction: Schema {
        .named("TrustAction", .choice("pay", "hold", "deny").means("What to do with a reward."))
    }

    fileprivate static var trustActionReply: Schema { .openChoice("pay", "hold", "deny") }
}
