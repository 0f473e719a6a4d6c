internal import JSON
internal import Referrals

/// A check that is on, as JSON: `{"action": "hold", "at_least": 5, "hours": 24}`.
extension TrustCheck.Kind {
    var reply: Form<TrustCheck> {
        Form("\(typeName)Check", means: meaning, showsExample: false) {
            Member(
                "action", .openChoice("pay", "hold", "deny"), \.action, "What becomes of it.")
            for (place, number) in numbers.enumerated() {
                Member(number.name, .integer(number.range), { $0.numbers[place] }, meaning(of: number))
            }
        }
    }

    var request: RequestForm<TrustCheck> {
        RequestForm(
            "\(typeName)CheckRequest", means: meaning, Field("action", .trustAction, "What becomes of it."),
            Field(all: numbers.map { Field($0.name, .integer($0.range), meaning(of: $0)) })
        ) { TrustCheck(self, $0, $1) }
    }

    /// In the API's example of a programme, one check is on.
    var sample: JSONValue {
        self == .sameNetwork ? ["action": "hold", "at_least": 5, "hours": 24] : .null
    }

    private var typeName: String {
        rawValue.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    private var meaning: String {
        switch self {
        case .sameDevice: "Fires on the referrer's device, or that of others it brought."
        case .sameNetwork: "Fires on so many from one network within the hours."
        case .burst: "Fires on so many brought within the minutes."
        case .tooFast: "Fires on a condition that is met so soon after the first start."
        case .sameMailbox: "Fires on the referrer's mailbox, or another's it brought."
        case .disposableMail: "Fires on a mailbox of a listed domain."
        case .ring: "Fires on a chain of referrers that comes back to the player."
        }
    }

    private func meaning(of number: TrustCheck.Number) -> String {
        switch (self, number.name) {
        case (.sameDevice, _): "How many others."
        case (.tooFast, _): "How soon."
        case (_, "at_least"): "How many."
        default: "Within how long."
        }
    }
}

extension Codec where Value == TrustCheck {
    static func check(_ kind: TrustCheck.Kind) -> Codec { Codec(kind.reply, kind.request) }
}
