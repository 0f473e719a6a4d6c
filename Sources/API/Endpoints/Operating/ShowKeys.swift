internal import HTTP
internal import Service

/// The public keys that access tokens are checked against, RFC 7517.
struct ShowKeys: Endpoint {
    let keyring: Keyring

    func respond(to input: NoInput, on call: Call) -> Response {
        Response(
            status: 200, contentType: "application/jwk-set+json", body: Array(keyring.jwks.utf8),
            // Whoever meets a new key asks for it here, and must not get an answer from before.
            headers: [ResponseHeader(.cacheControl, "public, max-age=0, must-revalidate")])
    }
}
