internal import Basics

/// The character classes of RFC 9110 and RFC 3986, as questions to a byte; the compiler makes bit tests of
/// them.
extension UInt8 {
    /// `tchar`, RFC 9110 section 5.6.2.
    var isToken: Bool {
        switch self {
        case UInt8(ascii: "!"), UInt8(ascii: "#")...UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"),
            UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "^")...UInt8(ascii: "`"), UInt8(ascii: "|"),
            UInt8(ascii: "~"):
            true
        default: isAlphanumeric
        }
    }

    /// The characters of a field value: visible ones, space, tab and `obs-text`, RFC 9110 section 5.5.
    var isFieldValue: Bool { self >= 0x20 && self != 0x7F || self == .tab }

    /// `unreserved`, RFC 3986 section 2.3.
    var isUnreserved: Bool {
        switch self {
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
        default: isAlphanumeric
        }
    }

    /// `pchar` but for `%`, RFC 3986 section 3.3.
    var isPath: Bool {
        switch self {
        case UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&")...UInt8(ascii: ","), UInt8(ascii: ":"),
            UInt8(ascii: ";"), UInt8(ascii: "="), UInt8(ascii: "@"):
            true
        default: isUnreserved
        }
    }

    /// The characters of a query except `%`: RFC 3986 section 3.4, and those that browsers leave bare by
    /// the URL standard.
    var isQuery: Bool {
        switch self {
        case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"),
            UInt8(ascii: "|"), UInt8(ascii: "}"), UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "\\"):
            true
        default: isPath
        }
    }
}

extension Span<UInt8> {
    /// Whether `range` spells `text`, which must be in lower case, in any case.
    func matches(_ text: StaticString, in range: Range<Int>) -> Bool {
        guard range.count == text.utf8CodeUnitCount else { return false }
        let start = text.utf8Start
        for index in 0..<range.count where self[range.lowerBound + index].lowercased != start[index] {
            return false
        }
        return true
    }
}
