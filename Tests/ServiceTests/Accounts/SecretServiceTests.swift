import Crypto
import EventLoops
import FoundationEssentials
import Postgres
import Store
import TestSupport
import Testing
import Values

@testable import Accounts
@testable import Batching

@Suite struct SecretServiceTests {
    private typealias Refusal = SecretService.Refusal

    @Test func `the signing key is rotated with an audit entry, and what has long retired goes`() async throws
    {
        try await withSecrets { secrets, pool, database in
            try database.psql("TRUNCATE signing_keys")
            let none = try await refusal { try await secrets.rotateSigningKey(actor: "Anne").get() }
            #expect(none == .noSecrets)
            try database.psql(
                "INSERT INTO signing_keys VALUES (1, sha256('a'), now()), (2, sha256('b'), now())")
            let rotation = try await secrets.rotateSigningKey(actor: "Anne").get()
            #expect(rotation.formerKeyIDs.count == 2)
            let left = rotation.retiresAt.secondsSince1970 - WallClock.now.secondsSince1970
            #expect((900...1_080).contains(left))
            let entry = "SELECT actor, detail FROM audit_entries WHERE action = 'keys.rotate-signing'"
            let former = rotation.formerKeyIDs.joined(separator: ", ")
            #expect(try database.psql(entry) == "Anne|signing key \(rotation.keyID) after \(former)")
            try database.psql("UPDATE signing_keys SET retires_at = now() WHERE generation = 1")
            _ = try await secrets.rotateSigningKey(actor: "Anne").get()
            let kept = "SELECT generation, retires_at IS NULL FROM signing_keys ORDER BY generation"
            #expect(try database.psql(kept) == "2|f\n3|f\n4|t")
        }
    }

    @Test func `a new database starts wrapped, and opens with its key alone`() async throws {
        try await TestDatabase.withSchema { database in
            try await database.withPool(asOwner: true, connections: 1) { pool, _ in
                let key = RootKey()
                let made = try await Secrets.load(through: pool, with: key).get()
                #expect(made.isWrapped)
                #expect(try stored(in: database) == ["72", "72"])
                #expect(try await Secrets.load(through: pool, with: key).get().root.bytes == made.root.bytes)
                await expect(.missing, pool, with: nil)
                await expect(.unknown, pool, with: RootKey())
                let keys = KeyService(pool: pool)
                await #expect(throws: RootKeyRefusal.missing) {
                    try await keys.create(.read, name: "n", actor: "Anne").get()
                }
            }
        }
    }

    @Test func `wrapping leaves no secret in the tables, keeps the root and rotates the signing key`()
        async throws
    {
        try await withSecrets { secrets, pool, database in
            let plain = try dump(database)
            let before = try await Secrets.load(through: pool).get()
            let (key, signer) = (RootKey(), before.tokenKeys.signer(at: .now))
            let token = signer.token(uid: UUID(), sid: UUID(), nowSeconds: WallClock.now.secondsSince1970)
            let rotation = try #require(try await secrets.wrap(with: key, actor: "Anne").get())
            let wrapped = try dump(database)
            for secret in plain { #expect(!wrapped.joined().contains(secret)) }
            let after = try await Secrets.load(through: pool, with: key).get()
            #expect(after.isWrapped && after.root.bytes == before.root.bytes)
            #expect(after.tokenKeys.jwks.contains(rotation.keyID))
            #expect(after.tokenKeys.verifier.signedClaims(of: token) != nil)
            let entry = "SELECT actor, detail FROM audit_entries WHERE action = 'keys.wrap'"
            let former = rotation.formerKeyIDs.joined(separator: ", ")
            #expect(try database.psql(entry) == "Anne|signing key \(rotation.keyID) after \(former)")
            #expect(try await secrets.wrap(with: key, actor: "Anne").get() == nil, "once is enough")
            #expect(try dump(database) == wrapped)
            try await pool.run(RewriteSecretTables())
            #expect(try dump(database) == wrapped)
        }
    }

    @Test func `what is wrapped needs its key to be wrapped, unwrapped or rotated`() async throws {
        try await withSecrets { plain, pool, database in
            let key = RootKey()
            let secrets = SecretService(pool: pool, rootKey: key)
            _ = try await plain.wrap(with: key, actor: "Anne").get()
            let wrapped = try dump(database)
            let other = RootKey()
            #expect(
                try await refusal { try await plain.wrap(with: other, actor: "Ben").get() }
                    == .rootKey(.unknown))
            for action in [
                { _ = try await $0.rotateSigningKey(actor: "Ben").get() },
                { _ = try await $0.unwrap(actor: "Ben").get() },
            ] as [(SecretService) async throws -> Void] {
                #expect(try await refusal { try await action(plain) } == .rootKey(.missing))
                let wrong = SecretService(pool: pool, rootKey: other)
                #expect(try await refusal { try await action(wrong) } == .rootKey(.unknown))
            }
            #expect(try dump(database) == wrapped)
            _ = try await secrets.rotateSigningKey(actor: "Anne").get()
            #expect(try stored(in: database) == ["72", "72", "72", "72"])
        }
    }

    @Test func `unwrapping stores them plain for older versions, and wraps again with another key`()
        async throws
    {
        try await withSecrets { plain, pool, database in
            let key = RootKey()
            let secrets = SecretService(pool: pool, rootKey: key)
            let root = try await Secrets.load(through: pool).get().root
            #expect(try await !plain.unwrap(actor: "Anne").get())
            _ = try await plain.wrap(with: key, actor: "Anne").get()
            #expect(try await secrets.unwrap(actor: "Anne").get())
            #expect(try stored(in: database) == ["32", "32", "32"])
            let read = try await Secrets.load(through: pool).get()
            #expect(!read.isWrapped && read.root.bytes == root.bytes)
            // Servers that already have a key rotate plainly until they wrap.
            _ = try await secrets.rotateSigningKey(actor: "Anne").get()
            #expect(try stored(in: database).allSatisfy { $0 == "32" })
            let other = RootKey()
            #expect(try await plain.wrap(with: other, actor: "Anne").get() != nil)
            #expect(try await Secrets.load(through: pool, with: other).get().root.bytes == root.bytes)
        }
    }

    @Test func `a process with the key follows, one without keeps the keys that it has`() async throws {
        try await ServiceRig.with { rig, loop in
            let key = RootKey()
            let before = try await Secrets.load(through: rig.pool).get().tokenKeys
            let clock = rig.context.clock
            let following = Keyring(
                before, rootKey: key, pool: rig.pool, clock: clock, notifications: Notifications(),
                log: { _ in }, on: loop)
            let ignorant = Keyring(
                before, pool: rig.pool, clock: clock, notifications: Notifications(), log: { _ in }, on: loop)
            let rotation = try await rig.database.withPool(asOwner: true, connections: 1) { pool, _ in
                try await SecretService(pool: pool).wrap(with: key, actor: "Anne").get()
            }
            let keyID = try #require(rotation).keyID
            try await following.read(since: .now)
            #expect(following.jwks.contains(keyID))
            await #expect(throws: PostgresError.self) { try await ignorant.read(since: .now) }
            #expect(ignorant.jwks == before.jwks)
        }
    }

    private func withSecrets(
        _ body: @escaping @Sendable (SecretService, PostgresPool, TestDatabase) async throws -> Void
    ) async throws {
        try await TestDatabase.withSchema { database in
            try await database.withPool(asOwner: true, connections: 1) { pool, _ in
                _ = try await Secrets.load(through: pool).get()
                try await body(SecretService(pool: pool), pool, database)
            }
        }
    }

    private func expect(_ refusal: RootKeyRefusal, _ pool: PostgresPool, with key: RootKey?) async {
        await #expect(throws: refusal) { try await Secrets.load(through: pool, with: key).get() }
    }

    private func refusal<Value>(_ body: () async throws -> Value) async throws -> Refusal? {
        do {
            _ = try await body()
            return nil
        } catch let refusal as Refusal {
            return refusal
        }
    }

    /// The root secret and the signing keys in hexadecimal, as a backup has them.
    private func dump(_ database: TestDatabase) throws -> [String] {
        try rows("encode(bytes, 'hex')", in: database)
    }

    /// How long each of them is.
    private func stored(in database: TestDatabase) throws -> [String] {
        try rows("octet_length(bytes)", in: database)
    }

    private func rows(_ column: String, in database: TestDatabase) throws -> [String] {
        let sql = """
            SELECT \(column) FROM (SELECT secret AS bytes FROM root_secret
                UNION ALL SELECT seed FROM signing_keys) AS stored
            """
        return try database.psql(sql).split(separator: "\n").map(String.init)
    }
}
