/// The problems of any HTTP service; a domain adds its own.
extension ProblemType {
    package static let generic: [ProblemType] = [
        badFraming, badRequest, badJSON, unauthenticated, forbidden, notFound, methodNotAllowed,
        requestTimeout,
        contentTooLarge, uriTooLong, unsupportedMediaType, expectationFailed, validation, tooManyRequests,
        headersTooLarge, internalError, notImplemented, unavailable, versionNotSupported,
    ]

    package static let badFraming = ProblemType(
        400, "bad-framing", "The body's length is ambiguous",
        meaning: """
            The end of the request's body is ambiguous, so the rest of the connection can't be trusted and \
            it is closed. Causes: `Content-Length` twice or not a number, `Content-Length` together with \
            `Transfer-Encoding`, or a chunk of a wrong size.
            """,
        remedy: """
            Let an HTTP library write the request. If one does, check the proxies: one of them adds or \
            changes `Content-Length` or `Transfer-Encoding`.
            """)

    package static let badRequest = ProblemType(
        400, "bad-request", "The request is malformed",
        meaning: "The request line, a field or the target is malformed; the connection is closed.",
        remedy: """
            `detail` names the mistake. Percent-encode the path and the query, send one `Host` field, and \
            don't put a line break into a field.
            """)

    package static let badJSON = ProblemType(
        400, "bad-json", "The body is not JSON",
        meaning: """
            The body is empty, not JSON, not UTF-8, repeats a name in one object, is nested more than 32 \
            levels deep, or has more text after its end.
            """,
        remedy: "`detail` has the mistake and its byte. Let a JSON library write the body.")

    package static let unauthenticated = ProblemType(
        401, "unauthenticated", "A valid token is needed",
        meaning: """
            The token is missing, invalid, expired or revoked; the reply doesn't show which. Access tokens \
            of users expire after minutes. They also end with their session, or when the account gets a \
            password.
            """,
        remedy: """
            Send `Authorization: Bearer` with an access token, or with a key (`sk_…`) if the call takes \
            keys. In an app, refresh the session once and try again. If that is refused too, the user signs \
            in again.
            """)

    package static let forbidden = ProblemType(
        403, "forbidden", "The caller is not allowed to make this call",
        meaning: """
            The token is valid, but not for this call: a key without the scope, a key where a user is \
            needed, or a user where a key is needed.
            """,
        remedy:
            """
            `detail` names the token's scope and the required one. Repeating the call with the same token \
            doesn't help.
            """
    )

    package static let notFound = ProblemType(
        404, "not-found", "Not found",
        meaning: """
            The path is unknown, the id is unknown, or the caller may not see the resource. To a user, other \
            users' resources don't exist.
            """,
        remedy: """
            Compare the path and the host with the description, and the id with the one that you received. A \
            path ends without a slash.
            """)

    package static let methodNotAllowed = ProblemType(
        405, "method-not-allowed", "The path does not have this method",
        meaning: "The path exists, but not with this method.",
        remedy: "Use one of the methods that the field `Allow` lists.")

    package static let requestTimeout = ProblemType(
        408, "request-timeout", "The request took too long to arrive",
        meaning: "The request stopped arriving before it was complete. Nothing was done.",
        remedy: "Repeat the call on a new connection. If it happens often, send smaller bodies.")

    package static let contentTooLarge = ProblemType(
        413, "content-too-large", "The body is too large",
        meaning: "The body has more bytes than this call accepts. Nothing was done.",
        remedy: """
            Send less in one call. The defaults are 64 KiB, 16 KiB for calls without a token, and 1 MiB for \
            batches; the operator can set other limits.
            """)

    package static let uriTooLong = ProblemType(
        414, "uri-too-long", "The target is too long",
        meaning: "The path and the query have more than 8,192 bytes together.",
        remedy: "Shorten the query.")

    package static let unsupportedMediaType = ProblemType(
        415, "unsupported-media-type", "The body's media type is not supported",
        meaning:
            "The body's `Content-Type` is not the call's, or the request has a `Content-Encoding`.",
        remedy: "Send `Content-Type: application/json` (or what `detail` names), in UTF-8 and not compressed."
    )

    package static let expectationFailed = ProblemType(
        417, "expectation-failed", "Only 100-continue is supported in Expect",
        meaning: "The field `Expect` has a value that HTTP doesn't define.",
        remedy: "Remove the field.")

    package static let validation = ProblemType(
        422, "validation", "Some fields are invalid",
        meaning: """
            The request is complete and its JSON valid, but fields are missing, unknown, of a wrong type or \
            out of range. Unknown fields are refused so that a mistyped name isn't lost.
            """,
        remedy: """
            `errors` lists each mistake: `pointer` is its place (RFC 6901), `code` its kind, and `detail` \
            the allowed values. The same request will be refused again.
            """)

    package static let tooManyRequests = ProblemType(
        429, "too-many-requests", "Too many requests",
        meaning:
            "A limit on calls by one user, for one account or from one address is reached. Nothing was done.",
        remedy: "Wait for the seconds in `Retry-After`, then repeat the call.")

    package static let headersTooLarge = ProblemType(
        431, "header-fields-too-large", "The header fields are too large",
        meaning: "The request has more than 100 fields, or more than 16 KiB of them.",
        remedy: "Send fewer; cookies are not needed here.")

    package static let internalError = ProblemType(
        500, "internal-error", "Internal error",
        meaning: "The service has a fault. It is unknown whether the call was carried out.",
        remedy: """
            Repeat the call once with the same ids: nothing is carried out twice. Give the `request_id` to \
            the operator: the log has the cause.
            """)

    package static let notImplemented = ProblemType(
        501, "not-implemented", "The method is unknown",
        meaning: "The service doesn't know the request's method.",
        remedy: "Check the spelling; methods are in upper case.")

    package static let unavailable = ProblemType(
        503, "unavailable", "The service is temporarily unavailable",
        meaning: """
            The database is unavailable or slow, or a queue is full. The call was carried out completely, or \
            not at all.
            """,
        remedy: """
            Wait for the seconds in `Retry-After`, and repeat the call with the same ids: nothing is carried \
            out twice. Wait longer after each try.
            """)

    package static let versionNotSupported = ProblemType(
        505, "http-version-not-supported", "Only HTTP/1.0 and HTTP/1.1 are supported",
        meaning: "The request line names another version of HTTP.",
        remedy: "Use HTTP/1.1, or put a proxy in front that translates.")
}
