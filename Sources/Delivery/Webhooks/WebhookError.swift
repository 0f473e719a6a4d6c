internal import Batching
internal import Referrals
internal import Values
internal import WebClient

/// Why a webhook can't be created, changed or used.
package enum WebhookError: ServiceError {
    case unavailable
    case internalError
    case notFound
    case deliveryNotFound
    /// How the URL must be.
    case url(String)
    /// How the headers must be.
    case headers(String)
    /// It would get no change.
    case match(WebhookMatchMistake)
    /// As many as there may be.
    case tooMany
    /// It sends nothing until it is enabled.
    case disabled
    /// It sends to its URL, and is not pulled.
    case notPulled
    /// As many of a webhook as may wait.
    case tooManyReplays
    /// Its version isn't the expected one.
    case changedMeanwhile
    /// The action with this id was done before.
    case repeated

    package static var balanceTooLarge: WebhookError { .internalError }
}

extension WebhookMatchMistake {
    /// A sentence for people, with the nearest name.
    package var text: String {
        switch self {
        case .unknownCurrency(let currency, let nearest):
            Self.text("There is no currency \(currency).", nearest?.description)
        case .unknownRule(let rule, let nearest): Self.text("There is no rule \(rule).", nearest)
        case .neverPresent(let member):
            "None of the types has what \(member) asks for, so no change would be sent."
        }
    }

    private static func text(_ mistake: String, _ nearest: String?) -> String {
        nearest.map { "\(mistake) The nearest one is \($0)." } ?? mistake
    }
}

extension ReceiverURLError {
    /// How to write it instead.
    var text: String {
        switch self {
        case .tooLong: "A URL has at most 2,048 bytes."
        case .character: "The URL has a character that must be percent-encoded."
        case .scheme: "The URL must begin with https://."
        case .plainHTTP: "The URL must begin with https://, unless SHIPMATE_WEBHOOK_ALLOW has its origin."
        case .userInfo: "The URL must not have a user name or a password. Use headers."
        case .fragment: "The URL must not have a fragment."
        case .host: "The URL has no valid host."
        case .hostNotASCII: "Write the host in ASCII: xn--…."
        case .hostPercentEncoded: "The host must not be percent-encoded."
        case .zone: "The address must not have a zone."
        case .addressNotation: "Write the address as four decimal numbers."
        case .addressNotPublic: "The address is not public. SHIPMATE_WEBHOOK_ALLOW can allow it."
        case .port: "The port must be a number from 1 to 65535."
        }
    }
}

extension ReceiverHeadersError {
    var text: String {
        switch self {
        case .tooMany: "At most \(ReceiverHeaders.countMax) headers are allowed."
        case .tooLarge: "Names and values may have \(ReceiverHeaders.byteCountMax) bytes in all."
        case .invalidName: "A name is a token of RFC 9110, such as X-Key."
        case .invalidValue(let name): "The value of \(name) must be visible ASCII."
        case .reserved(let name): "The header \(name) can't be set."
        case .duplicate(let name): "The header \(name) is given twice."
        }
    }
}
