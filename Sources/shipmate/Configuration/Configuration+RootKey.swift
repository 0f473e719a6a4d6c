internal import Crypto

extension Configuration {
    private static let noRootKey = "a file beside the embedded PostgreSQL, otherwise none"

    static let rootKeySetting = Setting(
        name: "SHIPMATE_ROOT_KEY", fallback: "", fallbackMeaning: noRootKey,
        help:
            "the key that wraps the root secret and the signing keys in the database, the same for every server: "
            + "openssl rand -hex 32",
        isSecret: true
    ) { configuration, text in
        guard text.isEmpty || RootKey(hexadecimal: text) != nil else {
            return "\(2 * RootKey.byteCount) hexadecimal digits"
        }
        configuration.rootKeyText = text
        return nil
    } show: {
        $0.rootKeyText.isEmpty ? noRootKey : Secret.hidden
    }

    /// The configured key, or the one beside the embedded database; nil for none.
    ///
    /// - Parameter makesMissing: whether the embedded database gets one.
    func rootKey(makesMissing: Bool) throws -> RootKey? {
        if let key = RootKey(hexadecimal: rootKeyText) { return key }
        guard database.source.isEmbedded else { return nil }
        let file = KeyFile<RootKey>("root.key", in: try preparedDataDirectory { _ in })
        return try file.read()?.first ?? (makesMissing ? file.make() : nil)
    }

    /// Advice on the stored secrets for an operator; nil if a key wraps them.
    static func advice(onSecrets areWrapped: Bool, hasRootKey: Bool) -> String? {
        if areWrapped { return nil }
        return hasRootKey
            ? "the root secret and the signing keys are not wrapped: when every server has the root key, run "
                + "`shipmate keys wrap`"
            : "the root secret and the signing keys are not wrapped: SHIPMATE_ROOT_KEY is not set"
    }
}
