/// What a caller gets instead of a result, RFC 9457. It says nothing of the inside.
package struct Problem: Error, Equatable, Sendable {
    package var status: Int
    /// The last part of `type`, `/problems/<slug>`; clients are written against it.
    package var slug: String
    /// Always the same for a slug.
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
        _ status: Int, _ slug: String, _ title: String, detail: String? = nil, errors: [FieldError] = [],
        extensions: [JSONMember] = [], headers: [ResponseHeader] = [], closesConnection: Bool = false
    ) {
        self.status = status
        self.slug = slug
        self.title = title
        self.detail = detail
        self.errors = errors
        self.extensions = extensions
        self.headers = headers
        self.closesConnection = closesConnection
    }

    /// The members for those who nest a problem in a reply of their own, as a batch does.
    package func encode(to writer: inout JSONWriter, requestID: RequestID?) {
        writer.object { writer in
            writer.member("type", "/problems/" + slug)
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
