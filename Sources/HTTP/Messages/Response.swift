package import JSON

/// A handler's reply: a status, a body, and fields without those of the connection.
package struct Response: Equatable, Sendable {
    package var status: Int
    /// Nil for no body.
    package var contentType: String?
    package var body: [UInt8]
    /// The body is kept by others too, for all who ask: sending it takes no memory.
    package var isBodyShared = false
    package var headers: [ResponseHeader]
    /// Ends the connection after this reply.
    package var closesConnection = false
    /// Ends the connection instead of this reply: what a client sees if a network fails.
    package var isCut = false

    package init(
        status: Int, contentType: String? = nil, body: [UInt8] = [], headers: [ResponseHeader] = []
    ) {
        self.status = status
        self.contentType = contentType
        self.body = body
        self.headers = headers
    }

    package static func json(
        _ value: some JSONEncodable, status: Int = 200, headers: [ResponseHeader] = []
    ) -> Response {
        Response(
            status: status, contentType: "application/json", body: JSONWriter.bytes(of: value),
            headers: headers)
    }

    /// For bodies that have no type of their own: `body` writes one value.
    package static func json(status: Int = 200, _ body: (inout JSONWriter) -> Void) -> Response {
        var writer = JSONWriter()
        body(&writer)
        return Response(status: status, contentType: "application/json", body: writer.bytes)
    }

    package static func text(
        _ text: String, status: Int = 200, contentType: String = "text/plain; charset=utf-8"
    ) -> Response {
        Response(status: status, contentType: contentType, body: Array(text.utf8))
    }

    package static var noContent: Response { Response(status: 204) }
}

package struct ResponseHeader: Equatable, Sendable {
    /// Fields that a handler may set, without those for framing or the connection.
    package enum Name: String, Sendable, CaseIterable {
        case accelBuffering = "X-Accel-Buffering"
        case allow = "Allow"
        case cacheControl = "Cache-Control"
        case changesCursor = "Changes-Cursor"
        case contentDisposition = "Content-Disposition"
        case contentSecurityPolicy = "Content-Security-Policy"
        case etag = "ETag"
        case location = "Location"
        case referrerPolicy = "Referrer-Policy"
        case retryAfter = "Retry-After"
        case setCookie = "Set-Cookie"
        case wwwAuthenticate = "WWW-Authenticate"
    }

    package let name: Name
    package let value: String

    package init(_ name: Name, _ value: String) {
        self.name = name
        self.value = value
    }
}
