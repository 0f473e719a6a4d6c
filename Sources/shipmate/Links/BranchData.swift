internal import HTTP
internal import Referrals

/// Branch's data of a line: the JSON of one column, the `$` columns beside it.
struct BranchData {
    let data: LinkData

    init(_ row: Row) throws(ImportedLink.Refusal) {
        var members: [JSONMember] = []
        if let text = row[.data] {
            guard case .object(let found)? = try? JSONParser.parse(Array(text.utf8)) else {
                throw ImportedLink.Refusal(description: "the data is no JSON object")
            }
            members = found
        }
        for case (.datum(let name), let text) in row.values
        where !members.contains(where: { $0.name == name }) {
            members.append(JSONMember(name, .string(text)))
        }
        guard !members.isEmpty else {
            data = LinkData()
            return
        }
        let json = JSONWriter.bytes(of: JSONValue.object(members))
        guard json.count <= LinkData.bytesMax else {
            throw ImportedLink.Refusal(description: "the data has more than \(LinkData.bytesMax) bytes")
        }
        data = LinkData(
            json: String(decoding: json, as: UTF8.self), directives: Self.directives(members))
    }

    private static func directives(_ members: [JSONMember]) -> [String: String] {
        var directives: [String: String] = [:]
        for member in members where member.name.hasPrefix("$") {
            switch member.value {
            case .string(let text): directives[member.name] = text
            case .bool(let flag): directives[member.name] = flag ? "true" : "false"
            default: break
            }
        }
        return directives
    }
}
