internal import FoundationEssentials
internal import Referrals

extension Command {
    private static let webhookActions = ["list", "test", "replay"]

    static func webhooks(_ reader: inout ArgumentReader) throws(UsageError) -> Command {
        let access = try access(&reader)
        switch try reader.word("list, test or replay", among: webhookActions) {
        case "list": return .listWebhooks(access)
        case "test":
            let id = try webhookID(&reader)
            return .testWebhook(
                id: id, type: try type(try reader.word("a type of changes"), .webhooks), access)
        default:
            let from = try time(try reader.required("--from"), "--from")
            let until = try reader.value("--until")
            let types = try types(&reader, .webhooks)
            let span = ReplaySpan(
                from: from,
                until: try until.map { (text) throws(UsageError) in
                    try time(text, "--until")
                })
            return .replayWebhook(id: try webhookID(&reader), span, types: types, access)
        }
    }

    static func listen(_ reader: inout ArgumentReader) throws(UsageError) -> Command {
        let url = try reader.required("--forward-to")
        guard ["http://", "https://"].contains(where: url.hasPrefix) else {
            throw UsageError("--forward-to \(url): http://… or https://…", topic: .listen)
        }
        let types = try types(&reader, .listen)
        return .listen(ListenOptions(forwardTo: url, types: types, access: try access(&reader)))
    }

    private static func access(_ reader: inout ArgumentReader) throws(UsageError) -> ServerAccess {
        ServerAccess(url: try reader.value("--url"), key: try reader.value("--key"))
    }

    private static func webhookID(_ reader: inout ArgumentReader) throws(UsageError) -> String {
        let text = try reader.word("the ID of a webhook, as `shipmate webhooks list` shows it,")
        guard let id = UUID(uuidString: text) else {
            throw UsageError(
                "\(text) is not a webhook's ID; `shipmate webhooks list` shows them", topic: .webhooks)
        }
        return id.uuidString.lowercased()
    }

    private static func types(
        _ reader: inout ArgumentReader, _ topic: HelpTopic
    ) throws(UsageError) -> [String]? {
        guard let text = try reader.value("--types"), text != "*" else { return nil }
        var types: [String] = []
        for name in text.split(separator: ",") { types.append(try type(String(name), topic)) }
        return types
    }

    private static func type(_ text: String, _ topic: HelpTopic) throws(UsageError) -> String {
        guard ChangeType(rawValue: text) != nil else {
            throw UsageError.unknown(
                text, kind: "type", known: ChangeType.allCases.map(\.rawValue), topic: topic)
        }
        return text
    }

    private static func time(_ text: String, _ option: String) throws(UsageError) -> ReplaySpan.Time {
        guard let time = ReplaySpan.Time(text) else {
            throw UsageError(
                "\(option) \(text): a time such as 2026-11-20T08:00:00Z, or an age such as 2h or 7d",
                topic: .webhooks)
        }
        return time
    }
}
