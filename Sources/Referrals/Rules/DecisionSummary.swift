/// An event's summary of rules that it didn't change: a letter for each rule, to be read with the programme
/// of the version. Changed ones are stored as decisions.
package struct DecisionSummary: Equatable, Sendable {
    package let programme: Int64
    /// One for each rule of the programme, in its order.
    package let codes: String

    package init(programme: Int64, codes: String) {
        self.programme = programme
        self.codes = codes
    }

    /// `17:pA`; nil for an invalid `text`.
    package init?(_ text: String) {
        guard let colon = text.firstIndex(of: ":"), let programme = Int64(text[..<colon]) else { return nil }
        self.init(programme: programme, codes: String(text[text.index(after: colon)...]))
    }

    package var text: String { "\(programme):\(codes)" }
}

/// A letter for what a rule came to at an event, where that changed nothing.
enum DecisionCode {
    /// It is among the decisions.
    static let decided = UInt8(ascii: ".")
    private static let firstCondition = UInt8(ascii: "A")

    static func code(earlier outcome: Outcome) -> UInt8 {
        switch outcome {
        case .paid: UInt8(ascii: "p")
        case .held: UInt8(ascii: "h")
        case .denied: UInt8(ascii: "d")
        case .notYet: decided
        }
    }

    static func code(_ obstacle: CompiledRule.Obstacle) -> UInt8 {
        switch obstacle {
        case .unmet(let index): firstCondition + UInt8(clamping: min(index, 25))
        case .notStarted: UInt8(ascii: "s")
        case .ended: UInt8(ascii: "e")
        case .earlierPlayer: UInt8(ascii: "o")
        case .noReferrer: UInt8(ascii: "r")
        }
    }

    /// Its code for `rule`; nil if the decisions have it.
    static func decision(_ code: UInt8, of rule: CompiledRule) -> Decision? {
        switch Character(UnicodeScalar(code)) {
        case "p": rule.decision(.paid, Decision.decidedEarlier)
        case "h": rule.decision(.held, Decision.decidedEarlier)
        case "d": rule.decision(.denied, Decision.decidedEarlier)
        case "s": rule.decision(.notYet, rule.reason(.notStarted))
        case "e": rule.decision(.notYet, rule.reason(.ended))
        case "o": rule.decision(.notYet, rule.reason(.earlierPlayer))
        case "r": rule.decision(.notYet, rule.reason(.noReferrer))
        case "A"..."Z": rule.decision(.notYet, rule.reason(.unmet(Int(code - firstCondition))))
        default: nil
        }
    }
}
