import Crypto
import EventLoops
import FoundationEssentials
import Postgres
import Store
import TestSupport
import Testing

@testable import Accounts
@testable import Batching

@Suite struct KeyringTests {
    @Test func `a loop accepts another process's key at once, and signs with it half a second later`()
        async throws
    {
        try await KeyringRig.with { rig, loop in
            let new = SigningKey()
            let before = MonotonicInstant.now
            try rig.rotate(to: new)
            #expect(await eventually { rig.keyring.claims(of: rig.token(of: new)) != nil })
            #expect(rig.keyring.claims(of: rig.token(of: rig.first)) != nil)
            #expect(rig.keyring.jwks.contains(new.keyID) && rig.keyring.jwks.contains(rig.first.keyID))
            #expect(
                await eventually {
                    rig.header(of: rig.keyring.signer) == rig.header(of: AccessTokenSigner(key: new))
                })
            #expect(MonotonicInstant.now.milliseconds(since: before) >= 500)
        }
    }

    @Test func `a key that is gone is refused with all that it signed, remembered or not`() async throws {
        try await KeyringRig.with { rig, loop in
            let known = rig.token(of: rig.first)
            #expect(rig.keyring.claims(of: known) != nil)
            try rig.rotate(to: SigningKey())
            #expect(await eventually { rig.keyring.jwks.ranges(of: #""kid""#).count == 2 })
            #expect(rig.keyring.claims(of: known) != nil)
            try rig.database.psql(
                "UPDATE signing_keys SET retires_at = clock_timestamp() WHERE retires_at IS NOT NULL")
            #expect(await eventually { rig.keyring.claims(of: known) == nil })
            #expect(rig.keyring.claims(of: rig.token(of: rig.first)) == nil)
            #expect(!rig.keyring.jwks.contains(rig.first.keyID))
        }
    }

    @Test func `an unheard-of key is looked up, but not again when the keys were just read`() async throws {
        try await KeyringRig.with { rig, loop in
            let new = SigningKey()
            let token = rig.token(of: new)
            let before = MonotonicInstant.now
            try await rig.keyring.read(since: .now)
            // In silence, as if the notification were on its way.
            try rig.database.tamper(rig.insertion(of: new))
            try await rig.keyring.read(since: before)
            #expect(rig.keyring.claims(of: token) == nil)
            // Longer than what was just read spares another look.
            try await loop.sleep(milliseconds: 300)
            #expect(try await rig.keyring.lookUpKey(of: token))
            #expect(rig.keyring.claims(of: token) != nil)
        }
    }

    @Test func `only what could be of a key of ours is looked up`() async throws {
        try await KeyringRig.with { rig, loop in
            let good = String(decoding: rig.token(of: rig.first), as: UTF8.self)
            let parts = good.split(separator: ".")
            let none = Bytes.base64URL(#"{"alg":"none","typ":"JWT"}"#)
            for text in [good, good + "x", "", ".", "..", "\(none).\(parts[1])."] {
                let isLookedUp = try await rig.keyring.lookUpKey(of: Array(text.utf8)[...])
                #expect(!isLookedUp, "\(text)")
            }
            let isLookedUp = try await rig.keyring.lookUpKey(of: rig.token(of: SigningKey()))
            #expect(isLookedUp)
        }
    }

    @Test func `one query serves all who look a key up meanwhile`() async throws {
        try await KeyringRig.with { rig, loop in
            let owner = PostgresConfiguration.patient(try rig.database.parameters)
            let session = try await PostgresSession.connect(owner, on: loop)
            try await session.query("BEGIN; LOCK TABLE signing_keys")
            // Longer than what was just read spares another look.
            try await loop.sleep(milliseconds: 300)
            let queries = Locked<String?>(nil)
            Task.immediate(priority: EventLoop.taskPriority) {
                _ = loop
                func waiting() throws -> String {
                    try rig.database.psql(
                        """
                        SELECT count(*) FROM pg_stat_activity
                        WHERE datname = current_database() AND wait_event_type = 'Lock'
                        """)
                }
                _ = try await eventually { try waiting() != "0" }
                // Time for a second to come.
                try await loop.sleep(milliseconds: 100)
                let count = try waiting()
                queries.withLock { $0 = count }
                try await session.query("COMMIT")
            }
            let strangers = (0..<50).map { _ in rig.token(of: SigningKey()) }
            let looked = await together(50, on: loop) { number in
                (try? await rig.keyring.lookUpKey(of: strangers[number])) == true
            }
            #expect(looked.count == 50 && looked.allSatisfy { $0 })
            #expect(queries.withLock { $0 } == "1")
            session.close()
        }
    }

    @Test func `without a key in the database the former ones go on`() async throws {
        try await KeyringRig.with { rig, loop in
            try rig.database.psql("TRUNCATE signing_keys")
            await #expect(throws: PostgresError.self) { try await rig.keyring.read(since: .now) }
            #expect(rig.keyring.claims(of: rig.token(of: rig.first)) != nil)
        }
    }
}

/// A loop's keys, which hears of changes, on a database that has had one key for an hour.
private struct KeyringRig {
    let service: ServiceRig
    let keyring: Keyring
    let first: SigningKey
    let loop: EventLoop

    var database: TestDatabase { service.database }

    static func with(
        _ body: @escaping @Sendable (KeyringRig, isolated EventLoop) async throws -> Void
    ) async throws {
        try await ServiceRig.with { service, loop in
            let first = SigningKey()
            let notifications = Notifications()
            let keyring = Keyring(
                TokenKeys(first), pool: service.pool, clock: service.context.clock,
                notifications: notifications, log: { _ in }, on: loop)
            let rig = KeyringRig(service: service, keyring: keyring, first: first, loop: loop)
            try service.database.psql(rig.insertion(of: first, at: "now() - interval '1 h'"))
            try notifications.start(
                service.pool.configuration, setting: service.context.clock, on: loop)
            #expect(await eventually { notifications.isFresh })
            let result: Result<Void, any Error>
            do { result = .success(try await body(rig, loop)) } catch { result = .failure(error) }
            await notifications.close(on: loop)
            try result.get()
        }
    }

    func insertion(of key: SigningKey, at time: String = "clock_timestamp()") -> String {
        let seed = key.seed.map { String(256 + Int($0), radix: 16).dropFirst() }.joined()
        return """
            INSERT INTO signing_keys (generation, seed, created_at)
            SELECT coalesce(max(generation), 0) + 1, '\\x\(seed)', \(time) FROM signing_keys
            """
    }

    func rotate(to key: SigningKey) throws {
        try database.psql(
            "UPDATE signing_keys SET retires_at = now() + interval '1 h'; \(insertion(of: key))")
    }

    func token(of key: SigningKey) -> ArraySlice<UInt8> {
        let text = AccessTokenSigner(key: key).token(
            uid: UUID(), sid: UUID(), nowSeconds: WallClock.now.secondsSince1970)
        return Array(text.utf8)[...]
    }

    func header(of signer: AccessTokenSigner) -> String {
        String(signer.token(uid: UUID(), sid: UUID(), nowSeconds: 0).prefix { $0 != "." })
    }
}
