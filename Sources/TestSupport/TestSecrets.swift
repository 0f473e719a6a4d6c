internal import EventLoops
internal import Glibc
internal import HTTP
package import JSON

/// Values that must not be in a log: passwords, tokens, keys and e-mails of tests. The logs of all running
/// servers are searched, so no value may be a word of the log itself. A route is `/v1/users/me/password`,
/// so a test's password is never just "password".
package enum TestSecrets {
    /// Shorter ones are words of the log itself, such as a method.
    private static let bytesMin = 8
    private static let names: Set<String> = [
        "password", "email", "access_token", "refresh_token", "branch_secret", "id_token", "secret",
    ]
    /// As they came, each as often as it came.
    private static let noted = Locked<[String]>([])

    package static func note(_ secret: String) {
        if secret.utf8.count >= bytesMin { noted.withLock { $0.append(secret) } }
    }

    /// Notes what members of such names hold, wherever they are.
    package static func note(in value: JSONValue) {
        switch value {
        case .object(let members):
            for member in members {
                if names.contains(member.name), let text = member.value.string { note(text) }
                note(in: member.value)
            }
        case .array(let elements):
            for element in elements { note(in: element) }
        default: break
        }
    }

    /// How many were noted so far.
    package static var count: Int {
        noted.withLock(\.count)
    }

    /// Those of the noted, without the first so many, that a log has.
    package static func found(in log: [UInt8], since first: Int) -> Set<String> {
        // strstr reads as far as the first zero.
        let text = (log.contains(0) ? log.filter { $0 != 0 } : log).map { CChar(bitPattern: $0) } + [0]
        let known = noted.withLock { Set($0[first...]) }
        return known.filter { strstr(text, $0) != nil }
    }
}
