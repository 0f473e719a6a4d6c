/// A call as an install signs it, and the proof that came with it.
package struct SignedCall: Sendable {
    package let method: String
    /// The server's name as the client called it, in lower case, without a default port.
    package let host: String
    /// The path as the client may have sent it: a proxy may have taken a prefix off.
    package let paths: [String]
    /// The token of the call: an access token, or the one to refresh. Nil at a sign-up.
    package let token: String?
    package let proof: String?

    package init(method: String, host: String, paths: [String], token: String?, proof: String?) {
        self.method = method
        self.host = host
        self.paths = paths
        self.token = token
        self.proof = proof
    }
}
