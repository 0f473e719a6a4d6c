import Foundation

/// What a player did.
public enum Event: Sendable, Equatable {
    /// 1 to 1,000,000.
    case levelReached(Int)
    /// A name such as `tutorial_completed`.
    case milestoneReached(String)
    /// Adds 1 to 10^9 to a counter such as `races_won`.
    case counterIncremented(String, by: Int = 1)
}

extension Event {
    /// The event exactly as it is sent, however often.
    func payload(id: String, at time: Date) throws -> Data {
        var members: [String: JSON] = [
            "id": .text(id),
            "occurred_at": .text(time.ISO8601Format(.init(includingFractionalSeconds: true))),
        ]
        switch self {
        case .levelReached(let level):
            members["type"] = .text("level_reached")
            members["level"] = .int(level)
        case .milestoneReached(let name):
            members["type"] = .text("milestone_reached")
            members["milestone"] = .text(name)
        case .counterIncremented(let name, let by):
            members["type"] = .text("counter_incremented")
            members["counter"] = .text(name)
            members["by"] = .int(by)
        }
        return try JSON.object(members).data
    }

    /// A UUID of version 7 (RFC 9562, section 5.7).
    static func id(at time: Date, random: Random) -> String {
        let milliseconds = UInt64(max(0, time.timeIntervalSince1970 * 1000))
        var bytes = (0..<6).map { UInt8(truncatingIfNeeded: milliseconds >> (40 - 8 * $0)) } + random(10)
        bytes[6] = 0x70 | bytes[6] & 0x0f
        bytes[8] = 0x80 | bytes[8] & 0x3f
        let hex = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let ends = [8, 12, 16, 20, 32]
        return zip([0] + ends, ends).map { hex.dropFirst($0).prefix($1 - $0) }.joined(separator: "-")
    }
}
