internal import EventLoops
internal import FoundationEssentials
internal import JSON

/// `shipmate webhooks`: lists webhooks, sends a test, and replays.
struct KeepWebhooks {
    enum Action {
        case list
        case test(id: String, type: String)
        case replay(id: String, ReplaySpan, types: [String]?)
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private static let testSeconds = 20
    private static let pauseMilliseconds = 200

    let action: Action

    func run(_ client: AdminClient, on loop: isolated EventLoop) async throws {
        switch action {
        case .list: try await list(client)
        case .test(let id, let type): try await test(id, type, client, on: loop)
        case .replay(let id, let span, let types): try await replay(id, span, types, client)
        }
    }

    private func list(_ client: AdminClient) async throws {
        let webhooks = try await client.get("/v1/admin/webhooks")["webhooks"]?.elements ?? []
        let table = TextTable(
            ["ID", "URL", "TYPES", "STATE", "FAILING SINCE", "DESCRIPTION"],
            rows: webhooks.map { webhook in
                [
                    webhook.shown("id"), webhook.shown("url"), types(of: webhook), state(of: webhook),
                    String(webhook.shown("failing_since").prefix(19)), webhook.shown("description"),
                ]
            })
        Console.print(table.description)
    }

    private func types(of webhook: JSONValue) -> String {
        guard let types = webhook["types"]?.elements else { return "*" }
        let names = types.compactMap { if case .string(let name) = $0 { name } else { nil } }
        return names.count > 2 ? "\(names[0]) and \(names.count - 1) more" : names.joined(separator: ",")
    }

    private func state(of webhook: JSONValue) -> String {
        webhook["enabled"] == .bool(true) ? "enabled" : "disabled: \(webhook.shown("disabled_because"))"
    }

    /// Waits for the result, since that is what a test is for.
    private func test(
        _ id: String, _ type: String, _ client: AdminClient, on loop: isolated EventLoop
    ) async throws {
        let path = "/v1/admin/webhooks/\(id)"
        let sent = try await client.post("\(path)/test", ["type": .string(type)])
        let delivery = sent["delivery"]?.shown("id") ?? ""
        // The list goes from the newest to the oldest: this one is the first below the next position.
        guard let position = Int64(delivery.prefix { $0 != "." }) else { return }
        let cursor = position + 1
        let deadline = MonotonicInstant.now.adding(milliseconds: Self.testSeconds * 1_000)
        while MonotonicInstant.now < deadline {
            let page = try await client.get("\(path)/deliveries?limit=1&cursor=\(cursor)")
            let row = page["deliveries"]?.elements?.first
            if let row, row["attempts"] != 0, row["response_status"] != .null || row["failure"] != .null {
                return try tell(row)
            }
            try await loop.sleep(milliseconds: Self.pauseMilliseconds)
        }
        throw Failure(description: "the test is not sent yet; look at GET \(path)/deliveries")
    }

    private func tell(_ row: JSONValue) throws {
        let result = row["response_status"] == .null ? row.shown("failure") : row.shown("response_status")
        guard row["status"] == "delivered" else {
            let reply = row.shown("response")
            throw Failure(
                description: "the test failed: \(result)" + (reply.isEmpty ? "" : ": \(reply)"))
        }
        Console.print("delivered: \(result)")
    }

    private func replay(
        _ id: String, _ span: ReplaySpan, _ types: [String]?, _ client: AdminClient
    ) async throws {
        let now = Date()
        var members = [
            JSONMember("from", .string(span.from.text(at: now))),
            JSONMember("until", .string(span.until?.text(at: now) ?? now.ISO8601Format())),
        ]
        if let types { members.append(JSONMember("types", .array(types.map { .string($0) }))) }
        let reply = try await client.post("/v1/admin/webhooks/\(id)/replay", .object(members))
        Console.print(reply["replay"]?.shown("id") ?? "")
        Console.report("the changes are sent behind new ones, at most 100 a second")
    }
}

extension JSONValue {
    var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }

    /// A member as people read it; nothing for null.
    func shown(_ name: String) -> String {
        switch self[name] {
        // Receivers and others have written it: none controls the terminal.
        case .string(let text)?: text.replacing(/[\p{Cc}]/, with: "�")
        case .integer(let number)?: String(number)
        default: ""
        }
    }
}
