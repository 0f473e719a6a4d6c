package import JSON

/// An error reply, RFC 9457. It contains no internals.
package struct Problem: Error, Equatable, Sendable {
    package let type: ProblemType
    /// The type's own, but for clients of other services that knew other words.
    package var title: String
    /// About this one case.
    package var detail: String?
    package var errors: [FieldError]
    /// Further members, such as a balance.
    package var extensions: [JSONMember]
    package var headers: [ResponseHeader]
    /// Whether the connection ends with the reply, because what follows on it can't be trusted.
    package var closesConnection: Bool

    package init(
        of type: ProblemType, detail: String? = nil, errors: [FieldError] = [],
        extensions: [JSONMember] = [], headers: [ResponseHeader] = [], closesConnection: Bool = false
    ) {
        self.type = type
        title = type.title
        self.detail = detail
        self.errors = errors
        self.extensions = extensions
        self.headers = headers + Self.retry(type, besides: headers)
        self.closesConnection = closesConnection
    }

    /// Says when to come again, in every form of a problem.
    private static func retry(_ type: ProblemType, besides headers: [ResponseHeader]) -> [ResponseHeader] {
        guard type.status == 429 || type.status == 503, !headers.contains(where: { $0.name == .retryAfter })
        else { return [] }
        return [ResponseHeader(.retryAfter, "1")]
    }

    package var status: Int { type.status }
    package var slug: String { type.slug }

    /// The members for those who nest a problem in a reply of their own, as a batch does.
    package func encode(to writer: inout JSONWriter, requestID: RequestID?) {
        writer.object { writer in
            writer.member("type", type.path)
            writer.member("title", title)
            writer.member("status", status)
            if let detail { writer.member("detail", detail) }
            if let requestID { writer.member("request_id", requestID.description) }
            if !errors.isEmpty { writer.member("errors", errors) }
            for member in extensions { writer.member(dynamic: member.name, member.value) }
        }
    }

    package func response(requestID: RequestID) -> Response {
        var writer = JSONWriter()
        encode(to: &writer, requestID: requestID)
        var response = Response(
            status: status, contentType: "application/problem+json", body: writer.bytes, headers: headers)
        response.closesConnection = closesConnection
        return response
    }
}
