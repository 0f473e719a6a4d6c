internal import FoundationEssentials
package import HTTP
internal import JSON
internal import Values

// Refusals that endpoints share. Those of the first part follow from a route, so endpoints don't declare
// them.

extension Refusal {
    static let badRequest = Refusal(
        400, "The request is malformed, or the length of its body is ambiguous. The connection closes.",
        [.exampleBadFraming, .exampleBadRequest], as: "BadRequest")

    static let badBody = Refusal(
        400, "The body is not JSON; or the request is malformed, and then the connection closes.",
        [.badJSON("The body is empty."), .exampleBadFraming, .exampleBadRequest], as: "BadBody")

    static let unauthenticated = Refusal(
        401,
        "The token is missing, invalid, expired or revoked; the reply doesn't show which. Or it is an issuer's "
            + "(`\"bearer\": true`), and its user doesn't exist yet.",
        [.unauthenticated, .userNotCreated], as: "Unauthenticated")

    static let forbidden = Refusal(
        403,
        "The token is valid, but not for this call: a key without the scope, a key where a user is needed, a user "
            + "where a key is needed. Or an administrator has blocked the user.",
        [.forbidden, Problem(of: .blocked)], as: "Forbidden")

    static let merged = Refusal(
        410, "The user was an anonymous player who was merged into an account. `uid` is the account's.",
        [.merged(into: UserID(UUID.zero))], as: "Merged")

    static let contentTooLarge = Refusal(
        413, "The body has more bytes than the call accepts. The connection closes.", [.contentTooLarge],
        as: "ContentTooLarge")

    static let unsupportedMediaType = Refusal(
        415, "The body's Content-Type is not `application/json`, or it has a Content-Encoding.",
        [.unsupportedMediaType("Content-Type must be application/json.")], as: "UnsupportedMediaType")

    static let validation = Refusal(
        422, "Fields are missing, unknown, of a wrong type or out of range; `errors` lists each.",
        [.exampleValidation], as: "Validation")

    static let unavailable = Refusal(
        503,
        """
        The database is unavailable or slow, or a queue is full. The call was carried out completely, or not at \
        all: repeat it with the same ids.
        """,
        [.unavailable], as: "Unavailable")

    static let other = Refusal(
        nil, "Possible for any request: HTTP errors and faults of the service.",
        [
            .methodNotAllowed(allow: "GET, HEAD, OPTIONS"), .requestTimeout, .contentTooLarge, .uriTooLong,
            .expectationFailed, .headersTooLarge, .internalError, .notImplemented, .versionNotSupported,
        ],
        as: "Other")
}

extension Refusal {
    static let notFound = Refusal(
        404, "The user doesn't exist, or the caller may not see it.", [.notFound], as: "NotFound")

    static let noRule = Refusal(404, "The rule doesn't exist.", [.notFound], as: "NoRule")

    static let noLink = Refusal(
        404, "The link doesn't exist, the caller may not see it, or links are off.",
        [.notFound, .linksOff], as: "NoLink")

    static let linksOff = Refusal(
        404, "Links are off: the service has no app profile.", [.linksOff], as: "LinksOff")

    static let tooManyRequests = Refusal(
        429, "A rate limit is reached. `Retry-After` is the number of seconds to wait.",
        [.tooManyRequests(retryAfterSeconds: 1)], as: "TooManyRequests")
}

extension Problem {
    fileprivate static let exampleBadFraming = Problem.badFraming(
        "Content-Length and Transfer-Encoding can't be combined.")
    package static let exampleBadRequest = Problem.badRequest("An HTTP/1.1 request needs one Host field.")
    fileprivate static let exampleValidation = Problem.validation([
        FieldError(pointer: "/referredBy", .unknownField, "Unknown field.")
    ])
}
