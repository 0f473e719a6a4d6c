/// Why bytes are no request this server may act on. Each closes the connection: what follows them can't be
/// trusted.
package enum RequestFailure: Error, Equatable, Sendable {
    /// Where a body ends is ambiguous or wrong: the way to request smuggling, RFC 9112 section 11.2.
    case badFraming(String)
    case badRequest(String)
    case uriTooLong
    case headersTooLarge
    case contentTooLarge
    case versionNotSupported
    case expectationFailed

    package var problem: Problem {
        switch self {
        case .badFraming(let detail): .badFraming(detail)
        case .badRequest(let detail): .badRequest(detail)
        case .uriTooLong: .uriTooLong
        case .headersTooLarge: .headersTooLarge
        case .contentTooLarge: .contentTooLarge
        case .versionNotSupported: .versionNotSupported
        case .expectationFailed: .expectationFailed
        }
    }
}
