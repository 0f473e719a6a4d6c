internal import API
internal import Accounts
internal import Crypto
internal import EventLoops
internal import FoundationEssentials
internal import HTTP
internal import JSON
internal import Referrals
internal import Rewards
internal import Service
internal import Values

/// `POST …/test/seed`: applies a programme and signs players up, as apps do. A player's uid follows from the
/// name.
struct PlantSeed {
    let app: TestApp

    func respond(to request: Request) async throws -> Response {
        let type = request.headers["content-type"]?.lowercased() ?? ""
        let seed: Seed
        if type.hasPrefix("application/x-ndjson") {
            seed = try Seed(lines: request.body)
        } else if type.hasPrefix("application/json") {
            seed = try Seed(json: request.body)
        } else {
            throw Problem.unsupportedMediaType(
                "Content-Type must be application/json or application/x-ndjson.")
        }
        if let programme = seed.programme { try await apply(programme) }
        var made: [(player: Seed.Player, reply: SignUpReply, session: SessionTokens)] = []
        var codes: [String: ReferralCode] = [:]
        var hashes: [String: String] = [:]
        for (index, player) in seed.players.enumerated() {
            let (reply, session) = try await signUp(player, index, codes, &hashes)
            codes[player.name] = reply.user.referralCode
            made.append((player, reply, session))
        }
        return .json { writer in
            writer.object { writer in
                writer.key("players")
                writer.array { writer in
                    for (player, reply, session) in made {
                        writer.object { writer in
                            writer.member("name", player.name)
                            writer.member("uid", "\(reply.user.uid)")
                            writer.member("referral_code", "\(reply.user.referralCode)")
                            writer.member("access_token", session.accessToken)
                            writer.member("refresh_token", session.refreshToken)
                        }
                    }
                }
            }
        }
    }

    private var services: Services {
        get throws(Problem) { try app.clone.awake().api.services }
    }

    private func apply(_ programme: ProgrammeDraft) async throws {
        let service = ProgrammeService(pool: try services.pool, ledgerKey: nil)
        do throws(ProgrammeService.Failure) {
            try await service.apply(programme, by: "seed", isDryRun: false) { _ in }
        } catch {
            let detail = "The programme was not applied: \(error)"
            throw Problem.validation([FieldError(pointer: "/programme", .invalid, detail)])
        }
    }

    private func signUp(
        _ player: Seed.Player, _ index: Int, _ codes: [String: ReferralCode],
        _ hashes: inout [String: String]
    ) async throws -> (SignUpReply, SessionTokens) {
        // Of one network each: limits and checks are about strangers who share one.
        let address = PeerAddress("10.\(index >> 16 & 255).\(index >> 8 & 255).\(index & 255)")
        let signUp = SignUp(
            referrer: player.referrer.flatMap { codes[$0] }.map(NamedReferrer.code), matchConfidence: nil,
            keyHash: nil)
        signUp.uid = SeededID.uid(of: player.name)
        let reply = try await services.accounts.signUp(signUp, from: address)
        var session = reply.session
        if let email = player.email {
            let password = player.password ?? Seed.passwordDefault
            let hash = try hashes[password] ?? newHash(of: password)
            hashes[password] = hash
            let linked = try await services.accounts.linkFirst(
                email, passwordHash: hash, to: reply.user.uid, address, nil)
            session = linked.session ?? session
        }
        if let level = player.level {
            let event = Event(
                uid: reply.user.uid, id: SeededID.uid(of: "\(player.name) level").uuid,
                fact: .levelReached(level))
            for result in await (try services).events.record([event]) { _ = try result.get() }
        }
        return (reply, session)
    }

    private func newHash(of password: String) throws -> String {
        guard let hash = PasswordHasher().hash(password) else {
            throw Problem(of: .unavailable, detail: "There is no memory to hash a password.")
        }
        return hash
    }
}

/// The ids of seeded players: the same for a name in each run.
enum SeededID {
    /// 2026-01-01, in milliseconds: ids are UUIDs of version 7, which begin with a time.
    private static let milliseconds: UInt64 = 1_767_225_600_000

    static func uid(of name: String) -> UserID {
        let hash = BLAKE2b.hash(Array(name.utf8), byteCount: 10)
        var bytes = (0..<6).map { UInt8(truncatingIfNeeded: milliseconds >> (40 - 8 * UInt64($0))) } + hash
        bytes[6] = 0x70 | bytes[6] & 0x0F
        bytes[8] = 0x80 | bytes[8] & 0x3F
        let uuid = bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }
        return UserID(UUID(uuid: uuid))
    }
}
