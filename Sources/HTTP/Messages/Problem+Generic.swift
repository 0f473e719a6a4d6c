package import JSON

/// The problems any HTTP service has; a domain adds its own.
extension Problem {
    package static func badFraming(_ detail: String) -> Problem {
        Problem(of: .badFraming, detail: detail, closesConnection: true)
    }

    package static func badRequest(_ detail: String) -> Problem {
        Problem(of: .badRequest, detail: detail, closesConnection: true)
    }

    package static var uriTooLong: Problem {
        Problem(of: .uriTooLong, closesConnection: true)
    }

    package static var headersTooLarge: Problem {
        Problem(of: .headersTooLarge, closesConnection: true)
    }

    package static var contentTooLarge: Problem {
        Problem(of: .contentTooLarge, closesConnection: true)
    }

    package static var requestTimeout: Problem {
        Problem(of: .requestTimeout, closesConnection: true)
    }

    package static var expectationFailed: Problem {
        Problem(of: .expectationFailed, closesConnection: true)
    }

    package static var versionNotSupported: Problem {
        Problem(
            of: .versionNotSupported,
            closesConnection: true)
    }

    package static var notImplemented: Problem {
        Problem(of: .notImplemented)
    }

    package static func methodNotAllowed(allow: String) -> Problem {
        Problem(
            of: .methodNotAllowed,
            headers: [ResponseHeader(.allow, allow)])
    }

    package static var notFound: Problem {
        Problem(of: .notFound)
    }

    package static func unsupportedMediaType(_ detail: String) -> Problem {
        Problem(of: .unsupportedMediaType, detail: detail)
    }

    package static func badJSON(_ detail: String) -> Problem {
        Problem(of: .badJSON, detail: detail)
    }

    package static func validation(_ errors: [FieldError]) -> Problem {
        Problem(of: .validation, errors: errors)
    }

    package static var unauthenticated: Problem {
        Problem(
            of: .unauthenticated,
            headers: [ResponseHeader(.wwwAuthenticate, "Bearer")])
    }

    package static var forbidden: Problem {
        Problem(of: .forbidden)
    }

    package static func tooManyRequests(retryAfterSeconds: Int) -> Problem {
        Problem(
            of: .tooManyRequests,
            headers: [ResponseHeader(.retryAfter, String(retryAfterSeconds))])
    }

    package static var unavailable: Problem {
        Problem(
            of: .unavailable,
            headers: [ResponseHeader(.retryAfter, "1")])
    }

    package static var internalError: Problem {
        Problem(of: .internalError)
    }
}
