/// A link written out as its parameters: `https://go.example.com/?link=…&apn=…`. Source: the parameters of
/// Firebase Dynamic Links, as LINKS.md lists them.
package enum LongLink {
    package struct Parsed: Equatable, Sendable {
        package let spec: LinkSpec
        /// Parameters that nobody knows, and values that mean nothing.
        package let warnings: [LinkWarning]
    }

    /// Reads a whole URL.
    package static func parse(_ text: String) throws(LinkRefusal) -> Parsed {
        fatalError("H1")
    }

    /// Reads decoded query items that came to `prefix`. `d`, the debug page's own, is passed over.
    package static func parse(
        _ items: [(name: String, value: String)], prefix: LinkPrefix
    ) throws(LinkRefusal) -> Parsed {
        fatalError("H1")
    }

    /// The URL that `parse` reads back to the same parameters, each once, in the order of LINKS.md's table.
    package static func print(_ spec: LinkSpec) -> String {
        fatalError("H1")
    }
}
