internal import Basics

/// IMF-fixdate, RFC 9110 section 5.6.7: `Sun, 06 Nov 1994 08:49:37 GMT`.
enum HTTPDate {
    /// - Parameter seconds: since 1970, not before.
    static func text(_ seconds: Int64) -> String {
        InternetDate.text(seconds, zone: "GMT")
    }
}
