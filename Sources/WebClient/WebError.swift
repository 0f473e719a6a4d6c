/// Why something that went out came to nothing.
package enum WebError: Error, Equatable, Sendable {
    /// It can't be sent: why.
    case invalidRequest(String)
    /// Each address that the name leads to is one that must not be connected to.
    case addressForbidden
    case hostUnknown
    case connectFailed(String)
    /// The certificate isn't good, or there is no TLS where it must be.
    case tlsFailed(String)
    case timedOut
    /// More came than was let.
    case tooLarge
    /// The reply's head has more bytes than this.
    case headerTooLarge(bytesMax: Int)
    /// The reply is not as HTTP has it: how.
    case invalidReply(String)
    case tooManyRedirects
    case connectionLost(String)
    /// A mail server's refusal, or a proxy's.
    case refused(status: Int, String)
    case cancelled
    /// As many are under way as may be.
    case tooBusy
    case failed(String)
}
