internal import Basics
internal import Batching
internal import Crypto
internal import FoundationEssentials
internal import Store
internal import Values

/// A code as an operator types it: six digits of an authenticator app, or a recovery code.
enum SecondFactorCode: Equatable {
    case app(String)
    /// Ten characters without hyphens.
    case recovery(String)

    static let recoveryCount = 10
    private static let recoveryLength = 10
    private static let typedMax = 32

    /// Spaces and hyphens don't count, nor does case. Nil for anything else.
    init?(_ text: String) {
        let ignored: [UInt8] = [UInt8(ascii: " "), UInt8(ascii: "-")]
        let typed = text.utf8.prefix(Self.typedMax).filter { !ignored.contains($0) }
        if typed.count == TOTP.digitCount, typed.allSatisfy(\.isDigit) {
            self = .app(String(decoding: typed, as: UTF8.self))
        } else if typed.count == Self.recoveryLength, typed.allSatisfy(\.isAlphanumeric) {
            self = .recovery(String(decoding: typed, as: UTF8.self).uppercased())
        } else {
            return nil
        }
    }

    /// New recovery codes of 50 random bits each, such as `K7M2P-4XQ9T`.
    static func recoveryCodes() -> [String] {
        (0..<recoveryCount).map { _ in
            let code = RandomText.crockford(length: recoveryLength)
            return "\(code.prefix(recoveryLength / 2))-\(code.suffix(recoveryLength / 2))"
        }
    }

    /// As it is stored: only this installation can have hashed it for this operator.
    static func hash(ofRecovery code: String, of id: UUID, key: Subkey) -> [UInt8] {
        SecretHash(of: id.bytes + Array(code.utf8), key: key).bytes
    }

    /// The code to take; nil for a wrong one of an app. If a recovery code is right, the database knows.
    func spent(
        of record: OperatorRecord, _ secret: TOTP, key: Subkey, at now: Timestamp
    ) -> SpentOperatorCode? {
        switch self {
        case .app(let code):
            secret.step(of: code, at: now.secondsSince1970).map(SpentOperatorCode.step)
        case .recovery(let code): .recovery(Self.hash(ofRecovery: code, of: record.id, key: key))
        }
    }
}
