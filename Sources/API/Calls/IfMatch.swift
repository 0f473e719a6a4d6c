internal import HTTP
internal import JSON

/// `If-Match`, which prevents callers from overwriting each other's changes.
enum IfMatch {
    static let parameter = Parameter.header(
        "If-Match", .string.pattern(#"(\*|(W/)?"[!#-~]*"(, ?(W/)?"[!#-~]*")*)"#).atMost(1_024),
        "The `ETag` of the version that you read, or `*`. Without it the reply is 428.", isRequired: true)

    /// The versions that the caller has seen; nil for any. RFC 9110, section 13.1.1: only strong ones
    /// match.
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
