/// Origins that the operator allows although they are private, or in plain HTTP: `http://127.0.0.1:*`.
package struct ReceiverAllowList: Sendable, Equatable {
    private struct Pattern: Sendable, Equatable {
        /// With the scheme's own port where the pattern has any.
        let origin: ReceiverOrigin
        let hasAnyPort: Bool
    }

    /// A pattern that isn't `scheme://host`, `scheme://host:port` or `scheme://host:*`.
    package struct InvalidPattern: Error, Equatable {
        package let pattern: String
        package let reason: ReceiverURLError
    }

    private let patterns: [Pattern]

    /// None.
    package init() {
        patterns = []
    }

    /// - Parameter text: patterns with commas or spaces between them.
    package init(_ text: String) throws(InvalidPattern) {
        var patterns: [Pattern] = []
        for pattern in text.split(whereSeparator: { $0 == "," || $0.isWhitespace }) {
            do throws(ReceiverURLError) {
                patterns.append(try Self.pattern(pattern))
            } catch {
                throw InvalidPattern(pattern: String(pattern), reason: error)
            }
        }
        self.patterns = patterns
    }

    package func contains(_ origin: ReceiverOrigin) -> Bool {
        patterns.contains {
            $0.origin == origin
                || $0.hasAnyPort && $0.origin.scheme == origin.scheme && $0.origin.host == origin.host
        }
    }

    private static func pattern(_ text: Substring) throws(ReceiverURLError) -> Pattern {
        let hasAnyPort = text.hasSuffix(":*")
        let parts = try URLParts(String(hasAnyPort ? text.dropLast(2) : text))
        guard parts.target == "/", !text.hasSuffix("/"), !text.hasSuffix("?") else { throw .character }
        guard !hasAnyPort || parts.port == nil else { throw .port }
        return Pattern(origin: try ReceiverOrigin(parts), hasAnyPort: hasAnyPort)
    }
}
