import Crypto
import EventLoops
import FoundationEssentials
import Postgres
import Store
import TestSupport
import Testing

@testable import Accounts
@testable import Ledger
@testable import Service

/// An API key counts with the ledger key's MAC only.
@Suite struct PlantedKeyTests {
    @Test func `a key that was planted, changed or reactivated is refused`() async throws {
        let ledgerKeys = LedgerKeys(LedgerKey())
        let causes = CauseGuard(keys: ledgerKeys, isEnforced: true)
        try await ServicesRig.with(causes: causes) { rig, _ in
            let (planted, own) = try await rig.database.withPool(asOwner: true, connections: 1) { pool, _ in
                let keys = KeyService(pool: pool, ledgerKeys: ledgerKeys)
                return (
                    try await KeyService(pool: pool).create(.admin, name: "planted", actor: "test").get(),
                    try await keys.create(.read, name: "own", actor: "test").get()
                )
            }
            #expect(await !rig.isGood(planted))
            #expect(await rig.isGood(own))
            let id = try #require(APIKey(own)).id
            for change in [
                "scope = 'admin'", "expires_at = now() + interval '1 year'", "name = 'other'", "mac = NULL",
            ] {
                try rig.database.psql("CREATE TABLE kept AS TABLE api_keys")
                try rig.database.tamper("UPDATE api_keys SET \(change) WHERE id = '\(id)'")
                try rig.database.psql("SELECT pg_notify('\(Channels.apiKeys)', '\(id)')")
                #expect(await eventually { await !rig.isGood(own) }, "\(change)")
                try rig.database.tamper(
                    "DELETE FROM api_keys; INSERT INTO api_keys TABLE kept; DROP TABLE kept")
                try rig.database.psql("SELECT pg_notify('\(Channels.apiKeys)', '\(id)')")
                #expect(await eventually { await rig.isGood(own) }, "\(change)")
            }
            _ = try await rig.database.withPool(asOwner: true, connections: 1) { pool, _ in
                try await KeyService(pool: pool, ledgerKeys: ledgerKeys).revoke(id, actor: "test")
            }
            try rig.database.tamper("UPDATE api_keys SET revoked_at = NULL")
            try rig.database.psql("SELECT pg_notify('\(Channels.apiKeys)', '\(id)')")
            #expect(await eventually { await !rig.isGood(own) })
            #expect((causes.refused[.apiKey] ?? 0) > 0)
        }
    }
}

extension ServicesRig {
    fileprivate func isGood(_ key: String) async -> Bool {
        let token = Array(key.utf8)
        return (try? await services.authenticator.caller(bearing: token[...], from: Self.home)) != nil
    }
}
