package import Crypto
package import HTTP
internal import JSON

extension IdempotencyKey {
    /// The header `Idempotency-Key`, nil without.
    package static func read(_ request: Request) throws(Problem) -> IdempotencyKey? {
        let texts = request.headers.values("idempotency-key")
        guard let text = texts.first else { return nil }
        guard texts.count == 1, let key = IdempotencyKey(text) else {
            throw .field(
                "/Idempotency-Key", .invalid,
                "The header must be present once, with 16 to 255 visible ASCII characters.")
        }
        return key
    }
}

extension Parameter {
    package static func idempotencyKey(_ meaning: String) -> Parameter {
        .header("Idempotency-Key", .string.pattern("[!-~]{16,255}"), meaning)
    }
}
