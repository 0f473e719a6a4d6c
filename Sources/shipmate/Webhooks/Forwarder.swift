internal import EventLoops
internal import FoundationEssentials
internal import JSON
internal import WebClient

/// Posts pulled deliveries to a receiver, and prints a line of each.
struct Forwarder: Sendable {
    private static let deadlineMilliseconds = 15_000
    private static let typeWidth = 24

    let url: String
    let client: WebClient

    /// The result, as the server takes it.
    func forward(_ delivery: JSONValue) async -> JSONValue {
        let began = MonotonicInstant.now
        var result = [JSONMember("delivery", .string(delivery["delivery"]?.shown("id") ?? ""))]
        let words: String
        do throws(WebError) {
            let status = try await client.send(request(for: delivery)).status
            result.append(JSONMember("response_status", .integer(Int64(status))))
            words = String(status)
        } catch {
            result.append(JSONMember("failure", .string(error.text)))
            words = error.text
        }
        tell(delivery, words, milliseconds: MonotonicInstant.now.milliseconds(since: began))
        return .object(result)
    }

    private func request(for delivery: JSONValue) -> WebRequest {
        var request = WebRequest(url: url)
        // The bytes that are signed, whatever they are.
        if case .string(let body)? = delivery["body"] { request.method = .post(Array(body.utf8)) }
        if case .object(let members)? = delivery["headers"] {
            for member in members {
                if case .string(let value) = member.value { request.headers.append((member.name, value)) }
            }
        }
        request.deadlineMilliseconds = Self.deadlineMilliseconds
        request.longBody = .cut
        request.addresses = .any
        request.allowsPlainHTTP = true
        return request
    }

    private func tell(_ delivery: JSONValue, _ result: String, milliseconds: Int) {
        let row = delivery["delivery"] ?? .null
        let type = row.shown("type")
        let time = Date().ISO8601Format().dropFirst(11).prefix(8)
        let padding = String(repeating: " ", count: max(1, Self.typeWidth - type.count))
        let subject = row.shown("subject").isEmpty ? "" : "\(row.shown("subject"))  "
        Console.print("\(time)  \(type)\(padding)\(subject)→ \(result) in \(milliseconds) ms")
    }
}
