/// A query's items in their order, decoded; the same name may come more than once.
package struct Query: Sendable, Equatable {
    package struct Item: Sendable, Equatable {
        package let name: String
        package let value: String
    }

    package let items: [Item]

    /// `a=1&b=2&c`, percent-decoded, with `+` for a space, as forms write it; an item without `=` has an
    /// empty value.
    init(_ head: RequestHead) {
        let source = head.headers.bytes
        let bytes = source.span
        guard let range = head.target.query else {
            items = []
            return
        }
        items = ranges(in: bytes, range, separator: UInt8(ascii: "&")).compactMap { item in
            item.isEmpty ? nil : Item(bytes, item)
        }
    }

    /// A body that a form has sent.
    package init(form body: [UInt8]) {
        let bytes = body.span
        items = ranges(in: bytes, 0..<body.count, separator: UInt8(ascii: "&")).compactMap { item in
            item.isEmpty ? nil : Item(bytes, item)
        }
    }

    /// The first value under `name`.
    package subscript(_ name: String) -> String? {
        items.first { $0.name == name }?.value
    }
}

extension Query.Item {
    fileprivate init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        let separator = range.first { bytes[$0] == UInt8(ascii: "=") } ?? range.upperBound
        name = decoded(bytes, range.lowerBound..<separator)
        value = decoded(bytes, min(separator + 1, range.upperBound)..<range.upperBound)
    }
}

private func decoded(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
    String(decoding: percentDecoded(bytes, in: range, plusIsSpace: true), as: UTF8.self)
}

private func ranges(in bytes: Span<UInt8>, _ range: Range<Int>, separator: UInt8) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var start = range.lowerBound
    for index in range where bytes[index] == separator {
        found.append(start..<index)
        start = index + 1
    }
    found.append(start..<range.upperBound)
    return found
}
