internal import JSON

/// A request's fields, kept as the received bytes; a field becomes a string only when it is read.
package struct Headers: Sendable {
    struct Field: Sendable {
        let name: Range<Int>
        let value: Range<Int>
    }

    let bytes: [UInt8]
    let fields: [Field]

    /// The first value under `name`, which must be in lower case.
    package subscript(_ name: StaticString) -> String? {
        firstRange(name).map { text($0) }
    }

    /// All values under `name`, which must be in lower case, in their order.
    package func values(_ name: StaticString) -> [String] {
        fields.filter { bytes.span.matches(name, in: $0.name) }.map { text($0.value) }
    }

    /// The bytes of the only value under `name`, which must be in lower case; nil for none, or several.
    package func onlyValue(_ name: StaticString) -> ArraySlice<UInt8>? {
        let span = bytes.span
        var found: Range<Int>?
        for field in fields where span.matches(name, in: field.name) {
            guard found == nil else { return nil }
            found = field.value
        }
        return found.map { bytes[$0] }
    }

    package func contains(_ name: StaticString) -> Bool {
        firstRange(name) != nil
    }

    /// Whether the client is a browser, or a program that accepts pages too.
    package var acceptsHTML: Bool {
        values("accept").contains { $0.lowercased().contains("text/html") }
    }

    func firstRange(_ name: StaticString) -> Range<Int>? {
        let span = bytes.span
        for field in fields where span.matches(name, in: field.name) { return field.value }
        return nil
    }

    func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }
}
