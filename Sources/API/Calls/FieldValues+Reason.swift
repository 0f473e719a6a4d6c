internal import HTTP
internal import JSON
internal import Referrals
internal import Rewards

// The reason for a booking or a decision.

extension Codec where Value == String {
    /// A reason for the audit, which has more than blanks.
    static var wordyReason: Codec {
        .wordy(1...Posting.reasonCharactersMax, "A reason").means("For the audit; not only spaces.")
    }

    static func wordy(_ lengths: ClosedRange<Int>, _ noun: String) -> Codec {
        Codec(
            .string(lengths).pattern("[\\s\\S]*\\S[\\s\\S]*"), write: { $1.string($0) },
            read: { name, fields in
                let text = fields.string(name, length: lengths)
                if let text, text.allSatisfy(\.isWhitespace) {
                    fields.note(name, .tooShort, "\(noun) can't be only spaces.")
                }
                return text
            })
    }
}
