internal import HTTP

/// The public keys that access tokens are checked against, RFC 7517.
struct ShowKeys: Endpoint {
    let jwks: String

    func respond(to input: NoInput, on call: Call) -> Response {
        Response(
            status: 200, contentType: "application/jwk-set+json", body: Array(jwks.utf8),
            headers: [ResponseHeader(.cacheControl, "public, max-age=300")])
    }
}
