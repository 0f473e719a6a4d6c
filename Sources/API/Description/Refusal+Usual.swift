internal import FoundationEssentials
package import HTTP
internal import JSON
internal import Values

// What endpoints refuse alike. Those of the first part follow from a route, and nobody needs to say them.

extension Refusal {
    static let badRequest = Refusal(
        400, "The request is malformed, or the length of its body is ambiguous. The connection closes.",
        [.exampleBadFraming, .exampleBadRequest], as: "BadRequest")

    static let badBody = Refusal(
        400, "The body is not JSON; or the request is malformed, and then the connection closes.",
        [.badJSON("The body is empty."), .exampleBadFraming, .exampleBadRequest], as: "BadBody")

    static let unauthenticated = Refusal(
        401,
        "There is no token, or a bad, an expired or a revoked one: all are answered alike; or it is an issuer's "
            + "(`\"bearer\": true`), and its user isn't made yet.",
        [.unauthenticated, .userNotCreated], as: "Unauthenticated")

    static let forbidden = Refusal(
        403,
        "The token is good, but not for this: a key without the scope, a key where a user is needed, a user "
            + "where a key is; or an administrator has blocked the user.",
        [.forbidden, Problem(of: .blocked)], as: "Forbidden")

    static let merged = Refusal(
        410, "The user was an anonymous player who became an account; `uid` says which.",
        [.merged(into: UserID(UUID.zero))], as: "Merged")

    static let contentTooLarge = Refusal(
        413, "The body has more bytes than the call takes. The connection closes.", [.contentTooLarge],
        as: "ContentTooLarge")

    static let unsupportedMediaType = Refusal(
        415, "The body is not declared as `application/json`, or has a Content-Encoding.",
        [.unsupportedMediaType("Content-Type must be application/json.")], as: "UnsupportedMediaType")

    static let validation = Refusal(
        422, "Fields are missing, unknown, of a wrong type or out of range; `errors` names each.",
        [.exampleValidation], as: "Validation")

    static let unavailable = Refusal(
        503,
        "The database is away or slow, or a queue is full. Nothing is half-written: the same call may come again.",
        [.unavailable], as: "Unavailable")

    static let other = Refusal(
        nil, "What any request may get: HTTP's own refusals and faults of the service.",
        [
            .methodNotAllowed(allow: "GET, HEAD, OPTIONS"), .requestTimeout, .contentTooLarge, .uriTooLong,
            .expectationFailed, .headersTooLarge, .internalError, .notImplemented, .versionNotSupported,
        ],
        as: "Other")
}

extension Refusal {
    static let notFound = Refusal(
        404, "There is no such user, or none that the caller may see.", [.notFound], as: "NotFound")

    static let noRule = Refusal(404, "There is no rule of this name.", [.notFound], as: "NoRule")

    static let noLink = Refusal(
        404, "There is no such link, or none that the caller may see; or links are off.",
        [.notFound, .linksOff], as: "NoLink")

    static let linksOff = Refusal(
        404, "Links are off: the service has no app profile.", [.linksOff], as: "LinksOff")

    static let tooManyRequests = Refusal(
        429, "A rate limit is reached; `Retry-After` says when to come again.",
        [.tooManyRequests(retryAfterSeconds: 1)], as: "TooManyRequests")
}

extension Problem {
    fileprivate static let exampleBadFraming = Problem.badFraming(
        "Content-Length and Transfer-Encoding exclude each other.")
    package static let exampleBadRequest = Problem.badRequest("An HTTP/1.1 request needs one Host field.")
    fileprivate static let exampleValidation = Problem.validation([
        FieldError(pointer: "/referredBy", .unknownField, "There is no such field.")
    ])
}
