/// The problems any HTTP service has; a domain adds its own.
extension Problem {
    package static func badFraming(_ detail: String) -> Problem {
        Problem(400, "bad-framing", "The body's length is ambiguous", detail: detail, closesConnection: true)
    }

    package static func badRequest(_ detail: String) -> Problem {
        Problem(400, "bad-request", "The request is malformed", detail: detail, closesConnection: true)
    }

    package static var uriTooLong: Problem {
        Problem(414, "uri-too-long", "The target is too long", closesConnection: true)
    }

    package static var headersTooLarge: Problem {
        Problem(431, "header-fields-too-large", "The header fields are too large", closesConnection: true)
    }

    package static var contentTooLarge: Problem {
        Problem(413, "content-too-large", "The body is too large", closesConnection: true)
    }

    package static var requestTimeout: Problem {
        Problem(408, "request-timeout", "The request took too long to arrive", closesConnection: true)
    }

    package static var expectationFailed: Problem {
        Problem(
            417, "expectation-failed", "Only 100-continue can be expected", closesConnection: true)
    }

    package static var versionNotSupported: Problem {
        Problem(
            505, "http-version-not-supported", "Only HTTP/1.0 and HTTP/1.1 are spoken here",
            closesConnection: true)
    }

    package static var notImplemented: Problem {
        Problem(501, "not-implemented", "The method is unknown")
    }

    package static func methodNotAllowed(allow: String) -> Problem {
        Problem(
            405, "method-not-allowed", "The path has no such method",
            headers: [ResponseHeader(.allow, allow)])
    }

    package static var notFound: Problem {
        Problem(404, "not-found", "There is nothing here")
    }

    package static func unsupportedMediaType(_ detail: String) -> Problem {
        Problem(415, "unsupported-media-type", "The body has a form that is not read here", detail: detail)
    }

    package static func badJSON(_ detail: String) -> Problem {
        Problem(400, "bad-json", "The body is not JSON", detail: detail)
    }

    package static func validation(_ errors: [FieldError]) -> Problem {
        Problem(422, "validation", "Some fields are not as they must be", errors: errors)
    }

    package static var unauthenticated: Problem {
        Problem(
            401, "unauthenticated", "A valid token is needed",
            headers: [ResponseHeader(.wwwAuthenticate, "Bearer")])
    }

    package static var forbidden: Problem {
        Problem(403, "forbidden", "The caller may not do this")
    }

    package static func tooManyRequests(retryAfterSeconds: Int) -> Problem {
        Problem(
            429, "too-many-requests", "Too many requests",
            headers: [ResponseHeader(.retryAfter, String(retryAfterSeconds))])
    }

    package static var unavailable: Problem {
        Problem(
            503, "unavailable", "The service can't answer just now",
            headers: [ResponseHeader(.retryAfter, "1")])
    }

    package static var internalError: Problem {
        Problem(500, "internal-error", "Something went wrong here")
    }
}
