import Foundation

/// Reads `text/event-stream` (WHATWG HTML, 9.2.6) from bytes as they arrive.
struct ServerSentEvents {
    struct Event: Sendable, Equatable {
        var name = "message"
        var data = ""
        var id: String?
    }

    private var rest = Data()
    private var event = Event()
    private var hasData = false

    mutating func read(_ data: Data) -> [Event] {
        rest.append(data)
        var events: [Event] = []
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            var line = rest[rest.startIndex..<end]
            if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
            if let event = read(line: String(decoding: line, as: UTF8.self)) { events.append(event) }
            rest = Data(rest[rest.index(after: end)...])
        }
        return events
    }

    private mutating func read(line: String) -> Event? {
        guard !line.isEmpty else {
            defer { (event, hasData) = (Event(), false) }
            return hasData ? event : nil
        }
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let value =
            parts.count < 2 ? "" : parts[1].hasPrefix(" ") ? String(parts[1].dropFirst()) : String(parts[1])
        switch parts[0] {
        case "event": event.name = value
        case "id": event.id = value
        case "data":
            event.data += (hasData ? "\n" : "") + value
            hasData = true
        default: break
        }
        return nil
    }
}
