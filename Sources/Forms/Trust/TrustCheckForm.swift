internal import JSON
internal import Referrals

/// A check that is on, as JSON: `{"action": "hold", "at_least": 5, "hours": 24}`.
extension TrustCheck.Kind {
    var reply: Form<TrustCheck> {
        Form("\(typeName)Check", means: meaning, showsExample: false) {
            Member(
                "action", .openChoice("pay", "hold", "deny"), \.action, "The action.")
            for (index, number) in numbers.enumerated() {
                Member(number.name, .integer(number.range), { $0.numbers[index] }, meaning(of: number))
            }
        }
    }

    var request: RequestForm<TrustCheck> {
        RequestForm(
            "\(typeName)CheckRequest", means: meaning, Field("action", .trustAction, "The action."),
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
        case .sameDevice:
            "Fires on the referrer's device, or that of other players that the referrer brought."
        case .sameNetwork: "Fires on so many from one network within the hours."
        case .burst: "Fires on so many referred players within the minutes."
        case .tooFast: "Fires on a rule that is fulfilled so soon after the first start."
        case .sameMailbox:
            "Fires on the referrer's mailbox, or that of another player that the referrer brought."
        case .disposableMail: "Fires on a mailbox of a listed domain."
        case .ring: "Fires on a chain of referrers that leads back to the player."
        }
    }

    private func meaning(of number: TrustCheck.Number) -> String {
        switch (self, number.name) {
        case (.sameDevice, _): "The number of others."
        case (.tooFast, _): "The time after the first start."
        case (_, "at_least"): "The number."
        default: "The period."
        }
    }
}

extension Codec where Value == TrustCheck {
    static func check(_ kind: TrustCheck.Kind) -> Codec { Codec(kind.reply, kind.request) }
}
