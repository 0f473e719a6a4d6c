internal import Crypto
package import Links

/// Keys that old clients bring, compared in constant time: how long it takes says nothing of how much of a
/// guess was right.
extension AppProfile.LegacyKeys {
    package func admits(branchKey: String) -> Bool {
        let hash = SHA256.hash(Array(branchKey.utf8))
        return branchKeys.reduce(false) { Sodium.areEqual(SHA256.hash(Array($1.utf8)), hash) || $0 }
    }

    package func admits(branchSecret: String) -> Bool {
        let hash = Array(SHA256.hexadecimal(branchSecret).utf8)
        return branchSecretHashes.reduce(false) { Sodium.areEqual(Array($1.lowercased().utf8), hash) || $0 }
    }
}
