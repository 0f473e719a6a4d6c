internal import CRe2

/// A regular expression that URLs must match to be followed, in RE2's syntax, as Firebase's URL patterns
/// were.
///
/// No pattern can blow up: RE2 is an automaton, its time linear in the URL and its memory bounded, so it has
/// neither back references nor look-around (github.com/google/re2/wiki/Syntax). A match must begin where the
/// URL begins, each alternative's too, else `https://elsewhere.example/?https://example.com/` would do; a
/// pattern says so with its `^`. Without a `$` it allows whatever follows.
package struct URLPattern: Sendable, CustomStringConvertible {
    package static let bytesMax = 1024

    package let description: String
    private let program: Program

    /// Why text is no pattern.
    package struct Mistake: Error, Equatable, Sendable {
        package let detail: String
    }

    package init(_ text: String) throws(Mistake) {
        guard (1...Self.bytesMax).contains(text.utf8.count) else {
            throw Mistake(detail: "A pattern has 1 to \(Self.bytesMax) bytes.")
        }
        guard text.hasPrefix("^") else {
            throw Mistake(detail: #"A pattern begins with ^, such as ^https://example\.com/.*$"#)
        }
        program = Program(text)
        if let detail = program.mistake { throw Mistake(detail: "RE2: \(detail).") }
        description = text
    }

    package func matches(_ url: WebURL) -> Bool {
        program.matches(url.description)
    }
}

/// RE2's compiled form.
private final class Program: Sendable {
    /// A pattern of a few hundred characters compiles to far less; `(a{100}){100}` doesn't.
    private static let memoryBytesMax: Int64 = 1 << 20

    /// RE2's matching is const and safe on many threads; freed when nobody can reach it any more.
    private nonisolated(unsafe) let handle: OpaquePointer

    init(_ pattern: String) {
        var pattern = pattern
        handle = pattern.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                shipmate_re2_new($0.baseAddress, $0.count, Self.memoryBytesMax)
            }
        }
    }

    deinit { shipmate_re2_free(handle) }

    var mistake: String? { shipmate_re2_error(handle).map { String(cString: $0) } }

    func matches(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                shipmate_re2_matches(handle, $0.baseAddress, $0.count)
            }
        }
    }
}
