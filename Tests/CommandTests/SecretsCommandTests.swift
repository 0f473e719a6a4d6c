import Crypto
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import EmbeddedPostgres
@testable import shipmate

/// `shipmate keys wrap` and `unwrap`, and what `check` says of the secrets.
@Suite struct SecretsCommandTests {
    private static let key = String(repeating: "7b", count: 32)
    private static let stored = """
        SELECT octet_length(secret), (SELECT min(octet_length(seed)) FROM signing_keys) FROM root_secret
        """

    @Test func `secrets are wrapped and unwrapped, and check says what is missing`() async throws {
        try await TestDatabase.withSchema { database in
            let plain = ["DATABASE_URL": database.url, "SHIPMATE_ALLOW_UNSAFE_DATABASE": "on"]
            let keyed = plain.merging(["SHIPMATE_ROOT_KEY": Self.key]) { $1 }
            func keys(_ words: [String], _ environment: [String: String]) async -> Int32 {
                await Shipmate.run(arguments: ["keys"] + words, environment: environment)
            }
            let create = ["create", "--scope", "read", "--name", "n"]
            #expect(checked(plain)?.contains("\nsecrets        none yet: the first server") == true)
            let made = try database.psql("SELECT count(*) FROM root_secret")
            #expect(made == "0", "check makes none")
            #expect(await keys(["wrap"], keyed) == 1, "there are none yet")
            #expect(await keys(create, plain) == 0)
            #expect(try database.psql(Self.stored) == "32|32")
            #expect(
                checked(plain)?.contains("are not wrapped: SHIPMATE_ROOT_KEY is not set\n") == true)
            #expect(checked(keyed)?.contains("run `shipmate keys wrap`\n") == true)
            #expect(await keys(["wrap"], plain) == 1)
            #expect(await keys(["wrap"], keyed) == 0)
            #expect(try database.psql(Self.stored) == "72|72")
            #expect(checked(keyed)?.contains("\nsecrets        ok\n") == true)
            let missing = "\nsecrets        the root secret and the signing keys are wrapped, and no root key"
            #expect(checked(plain)?.contains(missing) == true)
            let other = plain.merging(["SHIPMATE_ROOT_KEY": String(repeating: "b7", count: 32)]) { $1 }
            #expect(checked(other)?.contains("\nsecrets        another root key wraps") == true)
            for action in [["wrap"], ["unwrap"], ["rotate-signing"], create] {
                #expect(await keys(action, other) == 1, "\(action)")
            }
            #expect(await keys(["unwrap"], plain) == 1)
            #expect(await keys(["unwrap"], keyed) == 0)
            #expect(try database.psql(Self.stored) == "32|32")
            #expect(await keys(create, plain) == 0)
        }
    }

    @Test func `beside an embedded database the key is a file that only its owner reads`() throws {
        let folder = "/tmp/shipmate-root-key-\(UUID())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let configuration = try Configuration(environment: ["SHIPMATE_DATA_DIR": folder])
        #expect(try configuration.rootKey(makesMissing: false) == nil)
        let made = try #require(try configuration.rootKey(makesMissing: true))
        let status = try #require(Files.status("\(folder)/root.key"))
        #expect(status.st_mode & 0o777 == 0o600)
        let again = try configuration.rootKey(makesMissing: true)
        #expect(again?.hexadecimal == made.hexadecimal)
        chmod("\(folder)/root.key", 0o644)
        #expect(throws: (any Error).self) { try configuration.rootKey(makesMissing: true) }
    }

    /// What `shipmate check` prints.
    private func checked(_ environment: [String: String]) -> String? {
        let variables = environment.map { "\($0.key)=\($0.value)" }
        let command = ["/bin/sh", "-c", "\"$0\" check || true", TemporaryCluster.program]
        return ChildProcess.output(of: ["/usr/bin/env"] + variables + command)
    }
}
