internal import Batching
internal import EmbeddedPostgres
internal import EventLoops
internal import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Reporting
internal import Values

/// `shipmate users show`: prints the user that a name means.
struct ShowUsers {
    struct Nobody: Error, CustomStringConvertible {
        let name: String

        var description: String { "no user has the uid, e-mail, external id or referral code \(name)" }
    }

    let configuration: Configuration
    let name: String

    func run(_ urls: DatabaseURLs, on loop: isolated EventLoop) async throws {
        let found = try await configuration.withServicePool(urls, on: loop) { pool in
            try await UserLookup(pool: pool).users(named: name)
        }
        guard !found.isEmpty else { throw Nobody(name: name) }
        Console.print(found.map(Self.text).joined(separator: "\n\n"))
    }

    static func text(of found: UserLookup.Found) -> String {
        let user = found.user
        let balances = found.balances.map { "\($0.amount) \($0.account.currency)" }.joined(separator: ", ")
        let verified = user.isEmailVerified ? "yes" : "no"
        let lines: [(String, String?)] = [
            ("uid", user.uid.description), ("external_id", user.externalID?.description),
            ("email", user.email?.description), ("email_verified", user.email.map { _ in verified }),
            ("identities", found.providers.isEmpty ? nil : found.providers.joined(separator: ", ")),
            ("referral_code", user.referralCode.description),
            ("referred_by", user.referral.referredBy?.description), ("level", "\(user.level)"),
            ("highest_level", "\(user.highestLevel)"), ("created_at", time(user.createdAt)),
            ("signed_up_at", user.signedUpAt.map(time)), ("last_signin_at", user.lastSignInAt.map(time)),
            ("balances", balances.isEmpty ? nil : balances),
        ]
        return lines.map { name, value in
            name + String(repeating: " ", count: 16 - name.count) + (value ?? "-")
        }.joined(separator: "\n")
    }

    private static func time(_ time: Timestamp) -> String {
        Date(timeIntervalSince1970: Double(time.secondsSince1970)).ISO8601Format()
    }
}
