internal import Forms
internal import JSON
internal import Links

extension LinkData {
    /// Branch's data of a line: the JSON of one column, the `$` columns beside it.
    init(_ line: LinkLine) throws(ImportedLink.Refusal) {
        var members: [JSONMember] = []
        if let text = line[.data] {
            guard case .object(let found)? = try? JSONParser.parse(Array(text.utf8)) else {
                throw ImportedLink.Refusal(description: "the data is not a JSON object")
            }
            members = found
        }
        for case (.datum(let name), let text) in line.values
        where !members.contains(where: { $0.name == name }) {
            members.append(JSONMember(name, .string(text)))
        }
        guard !members.isEmpty else {
            self.init()
            return
        }
        do throws(FieldError) {
            try self.init(.object(members))
        } catch {
            throw ImportedLink.Refusal(description: "the data: \(error.detail)")
        }
    }
}
