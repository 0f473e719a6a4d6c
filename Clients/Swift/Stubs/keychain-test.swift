// Plays KeychainStore on the Keychain in memory of Stubs/Security.swift.
import Foundation
import Security
import Shipmate

@main struct KeychainTest {
    static func main() throws {
        let store = KeychainStore(service: "test")
        let (one, two) = (Data("one".utf8), Data("two".utf8))
        check(try store.get("session") == .absent, "absent at first")
        check(try store.compareAndPut("session", expected: one, two) == false, "nothing to compare with")
        check(try store.compareAndPut("session", expected: nil, one), "added")
        check(try store.compareAndPut("session", expected: nil, two) == false, "present already")
        check(try store.get("session") == .present(one), "present")
        check(try store.compareAndPut("session", expected: two, two) == false, "another value")
        check(try store.compareAndPut("session", expected: one, two), "replaced")
        check(try KeychainStore(service: "other").get("session") == .absent, "services are apart")
        try store.put("session", one)
        check(try store.get("session") == .present(one), "put replaces")
        try store.put("install", two)
        isLocked = true
        check(try store.get("session") == .notReadableYet, "locked")
        check((try? store.put("session", two)) == nil, "a locked put fails")
        isLocked = false
        try store.delete("session")
        try store.delete("session")
        check(try store.get("session") == .absent, "deleted")
        check(try store.get("install") == .present(two), "other keys stay")
        print("Keychain: passed")
    }

    static func check(_ holds: Bool, _ what: String) {
        guard !holds else { return }
        print("failed: \(what)")
        exit(1)
    }
}
