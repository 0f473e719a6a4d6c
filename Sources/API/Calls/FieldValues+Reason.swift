internal import HTTP
internal import JSON
internal import Referrals
internal import Rewards

// Why somebody moves money, or decides about it.

extension Codec where Value == String {
    /// A reason for the audit, which has more than blanks.
    static var wordyReason: Codec {
        .wordy(1...Posting.reasonCharactersMax, "A reason").means("For the audit; more than blanks.")
    }

    static func wordy(_ lengths: ClosedRange<Int>, _ noun: String) -> Codec {
        Codec(
            .string(lengths).pattern("[\\s\\S]*\\S[\\s\\S]*"), write: { $1.string($0) },
            read: { name, fields in
                let text = fields.string(name, length: lengths)
                if let text, text.allSatisfy(\.isWhitespace) {
                    fields.note(name, .tooShort, "\(noun) has more than blanks.")
                }
                return text
            })
    }
}
