internal import Basics

/// Checks a request target and says where its parts are. RFC 9112 section 3.2.
struct TargetParser {
    private var target = RequestTarget()

    /// - Parameters:
    ///   - range: the target, without the spaces around it.
    ///   - method: nil for an unknown one, whose target may have any form.
    mutating func parse(
        _ bytes: Span<UInt8>, in range: Range<Int>, method: Method?
    ) throws(RequestFailure) -> RequestTarget {
        if method == .connect {
            try parseAuthority(bytes, range)
        } else if bytes[range.lowerBound] == UInt8(ascii: "/") {
            try parseOrigin(bytes, range)
        } else if method == .options, range.count == 1, bytes[range.lowerBound] == UInt8(ascii: "*") {
            target.path = range
        } else if method == nil {
            for index in range where bytes[index] <= .space || bytes[index] >= 0x7F {
                throw .badRequest("The target has a character that is not allowed in a URI.")
            }
        } else {
            try parseAbsolute(bytes, range)
        }
        return target
    }

    /// A host and its port, and nothing else. RFC 9112 section 3.2.3.
    private mutating func parseAuthority(
        _ bytes: Span<UInt8>, _ range: Range<Int>
    ) throws(RequestFailure) {
        guard isLegalHost(bytes, in: range), bytes[range.upperBound - 1].isDigit,
            range.contains(where: { bytes[$0] == UInt8(ascii: ":") })
        else { throw .badRequest("CONNECT's target must be a host and a port.") }
        target.authority = range
    }

    private mutating func parseAbsolute(
        _ bytes: Span<UInt8>, _ range: Range<Int>
    ) throws(RequestFailure) {
        let start = range.lowerBound + (try schemeLength(bytes, range))
        var end = start
        while end < range.upperBound, bytes[end] != UInt8(ascii: "/"), bytes[end] != UInt8(ascii: "?") {
            end += 1
        }
        guard isLegalHost(bytes, in: start..<end) else {
            throw .badRequest("The target's authority is not a host.")
        }
        target.authority = start..<end
        // No path is the root's, RFC 9110 section 4.2.3; parseOrigin leaves it empty, and all readers know.
        try parseOrigin(bytes, end..<range.upperBound)
    }

    private func schemeLength(_ bytes: Span<UInt8>, _ range: Range<Int>) throws(RequestFailure) -> Int {
        let start = range.lowerBound
        if range.count > 7, bytes.matches("http://", in: start..<(start + 7)) { return 7 }
        if range.count > 8, bytes.matches("https://", in: start..<(start + 8)) { return 8 }
        throw .badRequest("The target must begin with a slash, http:// or https://.")
    }

    private mutating func parseOrigin(
        _ bytes: Span<UInt8>, _ range: Range<Int>
    ) throws(RequestFailure) {
        var index = range.lowerBound
        while index < range.upperBound, bytes[index] != UInt8(ascii: "?") {
            let byte = bytes[index]
            if byte == UInt8(ascii: "%") {
                try checkEscape(bytes, at: index, in: range)
                target.isPathEncoded = true
            } else if !byte.isPath, byte != UInt8(ascii: "/") {
                throw .badRequest("The path has a character that must be percent-encoded.")
            }
            index += 1
        }
        target.path = range.lowerBound..<index
        try checkSegments(bytes)
        if index < range.upperBound { try parseQuery(bytes, (index + 1)..<range.upperBound) }
    }

    private mutating func parseQuery(_ bytes: Span<UInt8>, _ range: Range<Int>) throws(RequestFailure) {
        var isEncoded = false
        for index in range {
            let byte = bytes[index]
            if byte == UInt8(ascii: "%") {
                try checkEscape(bytes, at: index, in: range)
                isEncoded = true
            } else if !byte.isQuery {
                throw .badRequest("The query has a character that must be percent-encoded.")
            }
        }
        if isEncoded, !isUTF8(percentDecoded(bytes, in: range)) {
            throw .badRequest("The query is not UTF-8.")
        }
        target.query = range
    }

    private func checkEscape(
        _ bytes: Span<UInt8>, at index: Int, in range: Range<Int>
    ) throws(RequestFailure) {
        guard index + 2 < range.upperBound, let high = bytes[index + 1].hexValue,
            let low = bytes[index + 2].hexValue
        else { throw .badRequest("The target has a percent sign without two hexadecimal digits.") }
        guard high << 4 | low != 0 else { throw .badRequest("The target has a %00.") }
    }

    /// Refuses `.` and `..`, however written: what a proxy resolved and we didn't would be two meanings of
    /// one path.
    private func checkSegments(_ bytes: Span<UInt8>) throws(RequestFailure) {
        if target.path.isEmpty { return }
        if target.isPathEncoded { return try checkDecodedSegments(bytes) }
        var start = target.path.lowerBound + 1
        for index in start...target.path.upperBound {
            guard index == target.path.upperBound || bytes[index] == UInt8(ascii: "/") else { continue }
            let length = index - start
            if length == 1 || length == 2, bytes[start] == UInt8(ascii: "."),
                bytes[index - 1] == UInt8(ascii: ".")
            {
                throw .badRequest("The path has a dot segment.")
            }
            start = index + 1
        }
    }

    private func checkDecodedSegments(_ bytes: Span<UInt8>) throws(RequestFailure) {
        for segment in pathSegments(of: bytes, in: target.path) {
            let decoded = percentDecoded(bytes, in: segment)
            guard isUTF8(decoded) else { throw .badRequest("The path is not UTF-8.") }
            if decoded.count == 1 || decoded.count == 2, decoded.allSatisfy({ $0 == UInt8(ascii: ".") }) {
                throw .badRequest("The path has a dot segment.")
            }
        }
    }
}

/// Whether `range` is a DNS name or an address with, perhaps, a port: RFC 3986's `host [":" port]` without
/// the sub-delimiters and escapes that no name in use has.
func isLegalHost(_ bytes: Span<UInt8>, in range: Range<Int>) -> Bool {
    guard !range.isEmpty else { return false }
    var end = range.lowerBound
    if bytes[end] == UInt8(ascii: "[") {
        end += 1
        while end < range.upperBound, bytes[end].isIPv6Literal { end += 1 }
        guard end < range.upperBound, bytes[end] == UInt8(ascii: "]"), end > range.lowerBound + 2 else {
            return false
        }
        end += 1
    } else {
        while end < range.upperBound, bytes[end].isUnreserved { end += 1 }
        guard end > range.lowerBound else { return false }
    }
    if end == range.upperBound { return true }
    guard bytes[end] == UInt8(ascii: ":") else { return false }
    return isLegalPort(bytes, in: (end + 1)..<range.upperBound)
}

/// Digits up to 65535, or nothing: RFC 3986 lets a port be empty.
private func isLegalPort(_ bytes: Span<UInt8>, in range: Range<Int>) -> Bool {
    guard range.count <= 5 else { return false }
    var port = 0
    for index in range {
        guard bytes[index].isDigit else { return false }
        port = port * 10 + Int(bytes[index] &- 0x30)
    }
    return port <= 65_535
}

extension UInt8 {
    fileprivate var isIPv6Literal: Bool {
        hexValue != nil || self == UInt8(ascii: ":") || self == UInt8(ascii: ".")
    }
}
