internal import HTTP
internal import JSON

/// `If-Match`, by which nobody undoes another's change without seeing it.
enum IfMatch {
    static let parameter = Parameter.header(
        "If-Match", .string(upTo: 1_024), "The `ETag` of what you have read, or `*`; 428 without.")

    /// Versions that whoever asks has seen; nil for whichever it is. RFC 9110, section 13.1.1: strong ones
    /// alone match.
    static func versions(_ request: Request) throws(Problem) -> [Int64]? {
        let header = request.headers.values("if-match").joined(separator: ",")
        guard !header.isEmpty else { throw Problem(of: .preconditionRequired) }
        let tags = header.split(separator: ",").map { $0.filter { $0 != " " && $0 != "\t" } }
        if tags == ["*"] { return nil }
        return tags.compactMap { tag in
            tag.count > 2 && tag.first == "\"" && tag.last == "\"" ? Int64(tag.dropFirst().dropLast()) : nil
        }
    }
}
