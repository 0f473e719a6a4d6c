extension WebError {
    /// A sentence for people.
    package var text: String {
        switch self {
        case .addressForbidden: "The host has no public address."
        case .hostUnknown: "The host's name is unknown."
        case .timedOut: "No reply in time."
        case .tooLarge: "The reply is too long."
        case .headerTooLarge(let bytesMax): "The reply's header is larger than \(bytesMax) bytes."
        case .invalidReply(let detail): "The reply is not valid HTTP: \(Self.short(detail))"
        case .tooManyRedirects: "Redirects are not followed."
        case .cancelled: "The request was cancelled."
        case .tooBusy: "Too many requests were under way."
        case .refused(let status, _): "The proxy replied with \(status)."
        case .invalidRequest(let detail): "The request can't be sent: \(Self.short(detail))"
        case .connectFailed(let detail): "No connection: \(Self.short(detail))"
        case .tlsFailed(let detail): "No secure connection: \(Self.short(detail))"
        case .connectionLost(let detail): "The connection was lost: \(Self.short(detail))"
        case .failed(let detail): Self.short(detail)
        }
    }

    private static func short(_ detail: String) -> String { String(detail.prefix(200)) }
}
