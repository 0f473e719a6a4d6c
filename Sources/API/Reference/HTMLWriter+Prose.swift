internal import Pages

extension HTMLWriter {
    /// Text in which backticks set code apart, as Markdown has it; nothing else in it is read.
    mutating func prose(_ text: String) {
        for (index, part) in text.split(separator: "`", omittingEmptySubsequences: false).enumerated() {
            if index % 2 == 0 { self.text(String(part)) } else { element("code", text: String(part)) }
        }
    }

    mutating func paragraph(_ text: String?) {
        guard let text else { return }
        element("p") { $0.prose(text) }
    }

    /// A link to another page of ours.
    mutating func reference(_ text: String, to url: PageURL) {
        element("a", [.url("href", url)], text: text)
    }

    /// Code of several lines, or one that is long.
    mutating func block(_ code: String) {
        element("pre") { $0.element("code", text: code) }
    }

    /// A call's method and path.
    mutating func line(of call: ReferenceDocument.Call) {
        element("span", [.text("class", "method \(call.method.lowercased())")], text: call.method)
        text(" ")
        element("code", text: call.pattern)
    }
}
