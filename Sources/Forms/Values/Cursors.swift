internal import Basics
internal import FoundationEssentials
package import Links
package import Referrals
package import Values

// Cursors: where a list goes on, in text that needs no escape in a URL.

extension UserID {
    package init?(cursor: String) {
        guard let uuid = UUID(text: cursor) else { return nil }
        self.init(uuid)
    }

    package var cursor: String { description }
}

extension EventPosition {
    package init?(cursor: String) {
        let parts = cursor.split(separator: ".", omittingEmptySubsequences: false)
        guard let time = Int64(parts[0]), (0...EventPosition.microsecondsMax).contains(time),
            let id = UUID(text: parts[parts.count - 1])
        else {
            return nil
        }
        let number: Int64?
        switch parts.count {
        case 2: number = .max  // A cursor of the version before: the events of that time come again.
        case 3: number = Int64(parts[1])
        default: return nil
        }
        guard let number else { return nil }
        self.init(
            receivedAt: Timestamp(microsecondsSince1970: time), number: FactNumber(number), id: id)
    }

    /// The year 9999.
    private static let microsecondsMax: Int64 = 253_402_300_800_000_000

    package var cursor: String {
        "\(receivedAt.microsecondsSince1970).\(number.value).\(id.lowercaseText)"
    }
}

extension LedgerCursor {
    package init?(cursor: String) {
        var sequences: [Currency: Int64] = [:]
        var merged: [UserID: [Currency: Int64]] = [:]
        for part in cursor.split(separator: "~", omittingEmptySubsequences: false) {
            var words = part.split(separator: ".", omittingEmptySubsequences: false).map(String.init)[...]
            let player = words.count == 3 ? UserID(cursor: words.removeFirst()) : nil
            guard words.count == 2, let currency = words.first.flatMap({ Currency($0) }),
                let sequence = words.last.flatMap({ Int64($0) })
            else { return nil }
            if let player {
                merged[player, default: [:]][currency] = sequence
            } else {
                sequences[currency] = sequence
            }
        }
        self.init(sequences: sequences, merged: merged)
    }

    package var cursor: String {
        let players = merged.sorted { $0.key < $1.key }.flatMap { player, sequences in
            Self.texts(sequences).map { "\(player).\($0)" }
        }
        return (Self.texts(sequences) + players).joined(separator: "~")
    }

    private static func texts(_ sequences: [Currency: Int64]) -> [String] {
        sequences.sorted { $0.key < $1.key }.map { "\($0.key).\($0.value)" }
    }
}

extension RewardPosition {
    package init?(cursor: String) {
        let parts = cursor.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count >= 2, !parts[1].isEmpty, let subject = UserID(cursor: String(parts[0])) else {
            return nil
        }
        // One that a version before gave ends without a currency: behind all of the rule's.
        let currency = parts.count == 3 ? Currency(String(parts[2])) : nil
        guard parts.count == 2 || currency != nil else { return nil }
        self.init(subject: subject, rule: RuleName(kept: String(parts[1])), currency: currency)
    }

    package var cursor: String {
        currency.map { "\(subject).\(rule).\($0)" } ?? "\(subject).\(rule)"
    }
}

extension LinkPosition {
    package init?(cursor: String) {
        let parts = cursor.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let time = Int64(parts[0]),
            (0...Self.timeMax.microsecondsSince1970).contains(time),
            let code = LinkCode(String(parts[1]))
        else { return nil }
        self.init(createdAt: Timestamp(microsecondsSince1970: time), code: code)
    }

    package var cursor: String { "\(createdAt.microsecondsSince1970).\(code)" }
}

extension RewardsCursor {
    package init?(cursor: String, isOfUser: Bool) {
        if isOfUser {
            guard let position = RewardPosition(cursor: cursor) else { return nil }
            self = .position(position)
        } else {
            guard let id = UUID(text: cursor) else { return nil }
            self = .id(id)
        }
    }

    package var cursor: String {
        switch self {
        case .id(let id): id.lowercaseText
        case .position(let position): position.cursor
        }
    }
}
