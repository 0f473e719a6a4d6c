internal import Accounts
internal import HTTP
internal import JSON

/// The public keys that access tokens are checked against, RFC 7517.
struct ShowKeys: Endpoint {
    let keyring: Keyring

    func respond(to input: NoInput, on call: Call) -> Response {
        Response(
            status: 200, contentType: "application/jwk-set+json", body: Array(keyring.jwks.utf8),
            // Caches must not serve an old reply to a client that looks for a new key.
            headers: [ResponseHeader(.cacheControl, "public, max-age=0, must-revalidate")])
    }
}

extension ShowKeys {
    var operation: Operation {
        Operation("showKeys", .operating, "List the public keys of access tokens")
            .gives(
                "A JSON Web Key Set.", .cacheControl,
                as: Content(type: "application/jwk-set+json", schema: .keySet),
                example: [
                    "keys": [
                        [
                            "kty": "OKP",
                            "crv": "Ed25519",
                            "alg": "EdDSA",
                            "use": "sig",
                            "kid": "VyJzqo4yHj0Jv4gkQ0uZ9w",
                            "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
                        ]
                    ]
                ])
    }
}

extension Schema {
    static var keySet: Schema {
        .object(
            "KeySet", means: "A JSON Web Key Set, RFC 7517 and RFC 8037.",
            [
                "keys": .array(of: .publicKey).means(
                    "One for each key that may sign access tokens.")
            ])
    }

    static var publicKey: Schema {
        .object(
            "PublicKey", means: "A key to verify access tokens.",
            [
                "kty": .openChoice("OKP").means("The kind of key."),
                "crv": .openChoice("Ed25519").means("The curve."),
                "alg": .openChoice("EdDSA").means("The signature."),
                "use": .openChoice("sig").means("The use of the key."),
                "kid": .string(upTo: 128).means("The key's id, as in a token's header."),
                "x": .string(upTo: 64).means("The key, in base64url."),
            ])
    }
}
