/// Writes HTML in which nothing but these sources is markup: names are literals, and whatever came from
/// elsewhere goes through `text` or an attribute, which escape it.
package struct HTMLWriter {
    package private(set) var bytes: [UInt8] = []

    package init() {
        bytes.reserveCapacity(8_192)
    }

    /// `<name …>…</name>`.
    package mutating func element(
        _ name: StaticString, _ attributes: [HTMLAttribute] = [], _ content: (inout HTMLWriter) -> Void
    ) {
        open(name, attributes)
        content(&self)
        append("</")
        append(name)
        append(">")
    }

    /// An element that holds one text.
    package mutating func element(_ name: StaticString, _ attributes: [HTMLAttribute] = [], text: String) {
        element(name, attributes) { $0.text(text) }
    }

    /// An element without an end, such as `<meta>`.
    package mutating func open(_ name: StaticString, _ attributes: [HTMLAttribute] = []) {
        append("<")
        append(name)
        for attribute in attributes { attribute.write(to: &self) }
        append(">")
    }

    package mutating func text(_ text: String) {
        guard text.utf8.contains(where: Self.isEscaped) else { return bytes.append(contentsOf: text.utf8) }
        for byte in text.utf8 { appendEscaped(byte) }
    }

    /// The stylesheet as it is: an escape would change what its hash in the policy is of.
    package mutating func style(_ stylesheet: Stylesheet) {
        append("<style>")
        bytes.append(contentsOf: stylesheet.bytes)
        append("</style>")
    }

    /// A script as it is, for the same reason.
    package mutating func script(_ script: PageScript) {
        append("<script>")
        bytes.append(contentsOf: script.bytes)
        append("</script>")
    }

    package mutating func doctype() {
        append("<!DOCTYPE html>\n")
    }

    fileprivate mutating func append(_ markup: StaticString) {
        bytes.append(
            contentsOf: UnsafeBufferPointer(start: markup.utf8Start, count: markup.utf8CodeUnitCount))
    }

    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x28 || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">") || byte == 0x7F
    }

    /// Good within an element and within double quotes alike. Control characters, which HTML doesn't allow,
    /// become spaces.
    private mutating func appendEscaped(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "&"): append("&amp;")
        case UInt8(ascii: "<"): append("&lt;")
        case UInt8(ascii: ">"): append("&gt;")
        case UInt8(ascii: "\""): append("&quot;")
        case UInt8(ascii: "'"): append("&#39;")
        case 0..<0x20 where byte != UInt8(ascii: "\n"), 0x7F: append(" ")
        default: bytes.append(byte)
        }
    }
}

/// A name with a value of the one of two kinds that a browser would do something else with.
package enum HTMLAttribute {
    /// Shown, compared or read by machines; never followed.
    case text(StaticString, String)
    /// Followed or fetched: only what `PageURL` lets through.
    case url(StaticString, PageURL)

    fileprivate func write(to writer: inout HTMLWriter) {
        let (name, value) =
            switch self {
            case .text(let name, let value): (name, value)
            case .url(let name, let url): (name, url.text)
            }
        writer.append(" ")
        writer.append(name)
        writer.append("=\"")
        writer.text(value)
        writer.append("\"")
    }
}
