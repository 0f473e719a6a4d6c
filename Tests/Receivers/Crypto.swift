import Foundation

// The part of swift-crypto that the receiver of Documentation/Webhooks.md uses, by OpenSSL: no Swift
// package can be fetched here.

@_silgen_name("EVP_sha256") private func evpSHA256() -> OpaquePointer
@_silgen_name("HMAC") private func hmac(
    _ digest: OpaquePointer, _ key: UnsafeRawPointer?, _ keyCount: Int32, _ data: UnsafePointer<UInt8>?,
    _ count: Int,
    _ code: UnsafeMutablePointer<UInt8>?, _ codeCount: UnsafeMutablePointer<UInt32>?
) -> UnsafeMutablePointer<UInt8>?
@_silgen_name("CRYPTO_memcmp") private func compare(
    _ first: UnsafeRawPointer?, _ second: UnsafeRawPointer?, _ count: Int
) -> Int32

public enum SHA256 {}

public struct SymmetricKey {
    let bytes: [UInt8]

    public init(data: Data) {
        bytes = Array(data)
    }
}

public enum HMAC<Digest> {
    public static func isValidAuthenticationCode(
        _ code: Data, authenticating data: Data, using key: SymmetricKey
    ) -> Bool {
        var expected = [UInt8](repeating: 0, count: 32)
        _ = hmac(evpSHA256(), key.bytes, Int32(key.bytes.count), Array(data), data.count, &expected, nil)
        return code.count == expected.count && compare(Array(code), expected, expected.count) == 0
    }
}
