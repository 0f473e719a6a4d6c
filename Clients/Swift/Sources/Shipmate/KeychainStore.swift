#if canImport(Security)
    import Foundation
    import Security

    /// Keeps each key as a generic password of this device alone, readable after its first unlock.
    ///
    /// Items stay when the app is deleted, and never move to another device or into a backup.
    public struct KeychainStore: SecretStore {
        private let service: String
        private let accessGroup: String?

        public init(service: String, accessGroup: String? = nil) {
            (self.service, self.accessGroup) = (service, accessGroup)
        }

        public func get(_ key: String) throws -> Secret {
            let (status, item) = found(key)
            switch status {
            case errSecSuccess: return item.map { .present($0.value) } ?? .absent
            case errSecItemNotFound: return .absent
            case errSecInteractionNotAllowed: return .notReadableYet
            default: throw failure("get", status)
            }
        }

        public func put(_ key: String, _ value: Data) throws {
            let status = SecItemUpdate(query(key) as CFDictionary, content(value) as CFDictionary)
            if status == errSecItemNotFound, try add(key, value) { return }
            if status == errSecItemNotFound { return try put(key, value) }
            guard status == errSecSuccess else { throw failure("put", status) }
        }

        public func delete(_ key: String) throws {
            let status = SecItemDelete(query(key) as CFDictionary)
            guard status == errSecSuccess || status == errSecItemNotFound else {
                throw failure("delete", status)
            }
        }

        /// Each write has a mark of its own. An update that names the old mark finds nothing after another write.
        public func compareAndPut(_ key: String, expected: Data?, _ value: Data) throws -> Bool {
            guard let expected else { return try add(key, value) }
            let (status, item) = found(key)
            if status == errSecItemNotFound { return false }
            guard status == errSecSuccess, let item else { throw failure("compare", status) }
            guard item.value == expected else { return false }
            var old = query(key)
            old[kSecAttrGeneric as String] = item.mark
            let updated = SecItemUpdate(old as CFDictionary, content(value) as CFDictionary)
            if updated == errSecItemNotFound { return false }
            guard updated == errSecSuccess else { throw failure("compare and put", updated) }
            return true
        }

        /// False if the key is present.
        private func add(_ key: String, _ value: Data) throws -> Bool {
            let item = query(key).merging(content(value)) { $1 }
            let status = SecItemAdd(item as CFDictionary, nil)
            if status == errSecDuplicateItem { return false }
            guard status == errSecSuccess else { throw failure("add", status) }
            return true
        }

        private func found(_ key: String) -> (OSStatus, (value: Data, mark: Data)?) {
            var wanted = query(key)
            wanted[kSecReturnData as String] = true
            wanted[kSecReturnAttributes as String] = true
            wanted[kSecMatchLimit as String] = kSecMatchLimitOne
            var result: CFTypeRef?
            let status = SecItemCopyMatching(wanted as CFDictionary, &result)
            guard let item = result as? [String: Any], let value = item[kSecValueData as String] as? Data
            else {
                return (status, nil)
            }
            return (status, (value, item[kSecAttrGeneric as String] as? Data ?? Data()))
        }

        private func query(_ key: String) -> [String: Any] {
            var query: [String: Any] = [
                kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: service,
                kSecAttrAccount as String: key,
            ]
            if let accessGroup {
                query[kSecAttrAccessGroup as String] = accessGroup
                query[kSecUseDataProtectionKeychain as String] = true
            }
            return query
        }

        private func content(_ value: Data) -> [String: Any] {
            [
                kSecValueData as String: value, kSecAttrGeneric as String: Data(UUID().uuidString.utf8),
                kSecAttrAccessible as String: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
            ]
        }

        private func failure(_ call: String, _ status: OSStatus) -> StoreError {
            StoreError("Keychain \(call): status \(status)")
        }
    }
#endif
