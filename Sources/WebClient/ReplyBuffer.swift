/// How much of a reply is read, and how much of that is kept.
struct ReplyLimits {
    let headerBytesMax: Int
    let bodyBytesMax: Int
    var bodyBytesKept = Int.max
    var longBody = LongBody.failure
}

/// A reply as it arrives, within its limits.
struct ReplyBuffer {
    let limits: ReplyLimits
    private(set) var headers: [WebResponse.Header] = []
    private(set) var body: [UInt8] = []
    private(set) var isTooLarge = false
    private(set) var isHeadTooLarge = false
    private(set) var isCut = false
    private var headerBytes = 0
    private var bodyBytes = 0

    init(_ limits: ReplyLimits) {
        self.limits = limits
    }

    /// - Returns: whether to go on reading.
    mutating func takeHead(_ bytes: UnsafeRawBufferPointer) -> Bool {
        headerBytes += bytes.count
        guard headerBytes <= limits.headerBytesMax else {
            isHeadTooLarge = true
            return false
        }
        if bytes.starts(with: "HTTP/".utf8) {
            // Of the reply before, which led here, nothing counts.
            headers = []
            body = []
            bodyBytes = 0
        } else if let header = Self.header(bytes) {
            headers.append(header)
        }
        return true
    }

    /// - Returns: whether to go on reading.
    mutating func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let count = min(bytes.count, limits.bodyBytesMax - bodyBytes)
        bodyBytes += count
        if count == bytes.count || limits.longBody == .cut {
            body += bytes.prefix(min(count, limits.bodyBytesKept - body.count))
        }
        guard count < bytes.count else { return true }
        if limits.longBody == .cut { isCut = true } else { isTooLarge = true }
        return false
    }

    /// Without the white space around its value (RFC 9112 section 5.1).
    private static func header(_ line: UnsafeRawBufferPointer) -> WebResponse.Header? {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        var value = line[(colon + 1)...].drop(while: isSpace)
        while let last = value.last, isSpace(last) { value.removeLast() }
        return WebResponse.Header(
            name: String(decoding: line[..<colon], as: UTF8.self),
            value: String(decoding: value, as: UTF8.self))
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A
    }
}
