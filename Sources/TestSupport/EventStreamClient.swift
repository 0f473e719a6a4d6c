internal import EventLoops
package import JSON

/// A stream of events as a browser reads it.
package final class EventStreamClient {
    package struct Event: Equatable {
        package var id: String?
        package var name = "message"
        package var data = ""

        package var json: JSONValue { (try? JSONParser.parse(Array(data.utf8))) ?? .null }
    }

    /// Comments come, also where no event does.
    private static let patienceMilliseconds = 60_000

    package let head: RawHTTPClient.Reply
    package private(set) var retryMilliseconds: Int?
    package private(set) var comments = 0
    private let http: RawHTTPClient
    private var text = ""

    /// - Parameters:
    ///   - token: nil where the path has a ticket.
    ///   - lastID: of the last event read before.
    package init(port: UInt16, path: String, token: String? = nil, lastID: String? = nil) throws {
        http = try RawHTTPClient(port: port)
        var request = "GET \(path) HTTP/1.1\r\nHost: localhost\r\n"
        if let token { request += "Authorization: Bearer \(token)\r\n" }
        if let lastID { request += "Last-Event-ID: \(lastID)\r\n" }
        try http.send(request + "\r\n")
        head = try http.beginReply()
    }

    /// Waits for the next event; nil at the end of the stream.
    package func next() throws -> Event? {
        let deadline = MonotonicInstant.now.adding(milliseconds: Self.patienceMilliseconds)
        while true {
            if MonotonicInstant.now > deadline { throw RawHTTPClient.Failure.timedOut }
            while let block = takeBlock() {
                if let event = parse(block) { return event }
            }
            let bytes = try http.chunk()
            if bytes.isEmpty { return nil }
            text += String(decoding: bytes, as: UTF8.self)
        }
    }

    /// The next event of this name; others are passed over.
    package func next(_ name: String) throws -> Event? {
        while let event = try next() {
            if event.name == name { return event }
        }
        return nil
    }

    /// Waits for the next comment; false at the end of the stream, and where an event comes before it.
    package func comment() throws -> Bool {
        let (before, deadline) = (
            comments, MonotonicInstant.now.adding(milliseconds: Self.patienceMilliseconds)
        )
        while comments == before {
            if MonotonicInstant.now > deadline { throw RawHTTPClient.Failure.timedOut }
            if let block = takeBlock() {
                if parse(block) != nil { return false }
                continue
            }
            let bytes = try http.chunk()
            if bytes.isEmpty { return false }
            text += String(decoding: bytes, as: UTF8.self)
        }
        return true
    }

    private func takeBlock() -> Substring? {
        guard let end = text.firstRange(of: "\n\n") else { return nil }
        let block = text[..<end.lowerBound]
        text = String(text[end.upperBound...])
        return block
    }

    private func parse(_ block: Substring) -> Event? {
        var event = Event()
        var hasData = false
        for line in block.split(separator: "\n") {
            if line.hasPrefix(":") {
                comments += 1
                continue
            }
            let parts = line.split(separator: ":", maxSplits: 1)
            let value = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : ""
            switch parts.first {
            case "id": event.id = value
            case "event": event.name = value
            case "data":
                event.data += value
                hasData = true
            case "retry": retryMilliseconds = Int(value)
            default: break
            }
        }
        return hasData ? event : nil
    }
}
