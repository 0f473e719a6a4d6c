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
    private struct Wire: Encodable {
        let id: String
        let type: String
        var level: Int?
        var milestone: String?
        var counter: String?
        var by: Int?
        let occurredAt: String
    }

    /// The event exactly as it is sent, however often.
    func payload(id: String, at time: Date) throws -> Data {
        let occurredAt = time.ISO8601Format(.init(includingFractionalSeconds: true))
        let wire: Wire
        switch self {
        case .levelReached(let level):
            wire = Wire(id: id, type: "level_reached", level: level, occurredAt: occurredAt)
        case .milestoneReached(let name):
            wire = Wire(id: id, type: "milestone_reached", milestone: name, occurredAt: occurredAt)
        case .counterIncremented(let name, let by):
            wire = Wire(id: id, type: "counter_incremented", counter: name, by: by, occurredAt: occurredAt)
        }
        return try JSON.encode(wire)
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

enum JSON {
    static func encode(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(value)
    }

    static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(type, from: data)
    }
}
