internal import CRe2

/// A regular expression in RE2's syntax, compiled (github.com/google/re2/wiki/Syntax).
///
/// The wall around RE2's handle: C++ is visible only here, and this file alone guarantees its safety.
/// Patterns can't explode: RE2 is an automaton, its time linear in the text and its memory bounded.
package final class Pattern: Sendable {
    /// A pattern of a few hundred characters compiles to far less; `(a{100}){100}` doesn't.
    private static let memoryBytesMax: Int64 = 1 << 20

    /// RE2's matching is const and safe on many threads; freed with the last reference.
    private nonisolated(unsafe) let handle: OpaquePointer

    /// Why text is no pattern, in RE2's words.
    package struct Mistake: Error, Equatable, Sendable {
        package let reason: String
    }

    package init(_ text: String) throws(Mistake) {
        var text = text
        handle = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                shipmate_re2_new($0.baseAddress, $0.count, Self.memoryBytesMax)
            }
        }
        // A throw from here on lets `deinit` free it: all properties are set.
        if let reason = shipmate_re2_error(handle) { throw Mistake(reason: String(cString: reason)) }
    }

    deinit { shipmate_re2_free(handle) }

    /// Whether the pattern matches from the text's start on; without a `$` whatever may follow.
    package func matchesStart(of text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                shipmate_re2_matches(handle, $0.baseAddress, $0.count)
            }
        }
    }
}
