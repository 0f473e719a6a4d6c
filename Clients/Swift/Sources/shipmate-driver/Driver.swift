import Foundation
import Shipmate

/// One app: a handle, and what was said of it.
actor Driver {
    private let host: URL
    private let folder: URL
    private let hooks = Hooks()
    private var limits = JournalLimits()
    private var handle: Shipmate?
    private var offer: MergeOffer?

    init(host: URL, folder: URL) { (self.host, self.folder) = (host, folder) }

    nonisolated func begin(_ request: Request) async {
        // Operations run at the same time, but begin in their order.
        let prepared = await prepare(request)
        Task {
            do { say(["id": .number(request.id), "ok": try await self.play(request, prepared)]) } catch {
                say(["id": .number(request.id), "error": await self.explain(error)])
            }
        }
    }

    /// Events go to the journal in the order of the requests.
    private func prepare(_ request: Request) async -> Result<Value, any Error>? {
        guard request.op == "record" else { return nil }
        let recorded = Recorded(
            type: request.type ?? "", milestone: request.milestone, counter: request.counter, level: request.level,
            by: request.by)
        do { return .success(["id": .text(try await shipmate.record(Self.event(recorded)))]) } catch {
            return .failure(error)
        }
    }

    private func play(_ request: Request, _ prepared: Result<Value, any Error>?) async throws -> Value {
        if let prepared { return try prepared.get() }
        switch request.op {
        case "start": return try await start(request)
        case "record_all":
            var ids: [Value] = []
            for recorded in request.all ?? [] {
                ids.append(.text(try await shipmate.record(Self.event(recorded))))
            }
            return ["ids": .list(ids)]
        case "watch_balances":
            let balances = shipmate.balances
            Task { for await found in balances { say(Self.value(found, event: "balances")) } }
        case "flush":
            let done = try await shipmate.flush()
            return ["sent": .number(done.sent), "left": .number(done.left)]
        case "state": return try await state()
        case "invite":
            let invite = try await shipmate.invite(channel: request.channel.map(Channel.init(rawValue:)))
            return ["url": .text(invite.url.absoluteString), "text": .text(invite.text)]
        case "open":
            guard let found = try await shipmate.claim(try Self.url(request.url)) else { return [:] }
            return Self.value(found)
        case "link":
            return Self.value(
                try await shipmate.link(email: request.email ?? "", password: request.password ?? ""))
        case "sign_in":
            return Self.value(
                try await shipmate.signIn(email: request.email ?? "", password: request.password ?? ""))
        case "accept_merge":
            guard let offer else { throw StoreError("no merge offer") }
            return Self.value(try await offer.accept())
        case "balances": return try await balances(until: request.until ?? [:])
        case "diagnose": return ["lines": .list(await shipmate.diagnose().map(Self.value))]
        case "sign_out": try await shipmate.signOut()
        case "delete_user": try await shipmate.deleteUser(password: request.password)
        case "me":
            let user = try await shipmate.me()
            return [
                "uid": .text(user.uid), "is_anonymous": .flag(user.isAnonymous), "level": .number(user.level),
                "referral_code": .text(user.referralCode), "referred_by": Value(user.referredBy),
                "highest_level": .number(user.highestLevel),
            ]
        case "release": return await release()
        case "set_clock": try hooks.setClock(offsetSeconds: request.offsetSeconds ?? 0)
        case "lock_store": try hooks.setLocked(true)
        case "unlock_store": try hooks.setLocked(false)
        case "limits":
            limits.events = request.events ?? limits.events
            limits.bytes = request.bytes ?? limits.bytes
        default: throw StoreError("unknown op")
        }
        return [:]
    }

    private var shipmate: Shipmate {
        if let handle { return handle }
        var options = Options()
        options.folder = folder
        options.store = LockableStore(files: FileStore(folder: folder), hooks: hooks)
        options.now = { [hooks] in hooks.now }
        options.log = { say(["event": "log", "line": .text($0)]) }
        options.journal = limits
        let made = Shipmate(host: host, options: options)
        handle = made
        let (updates, rejected, invitations) = (made.updates, made.rejected, made.invitations)
        Task { for await found in invitations { say(["event": "invitation", "value": Self.value(found)]) } }
        Task { for await state in updates { say(["event": "state", "value": .text(state.rawValue)]) } }
        Task {
            for await rejection in rejected {
                say(["event": "rejected", "id": .text(rejection.id), "type": .text(rejection.type.rawValue)])
            }
        }
        return made
    }

    private func start(_ request: Request) async throws -> Value {
        let player = try await shipmate.start(
            link: request.link.flatMap(URL.init(string:)), click: request.click,
            clipboard: request.clipboard.map(Clipboard.text) ?? .ignored)
        return Self.value(player)
    }

    private func state() async throws -> Value {
        let journal = try await shipmate.journal
        return [
            "uid": Value(await shipmate.uid), "state": .text(await shipmate.state.rawValue),
            "journal": ["events": .number(journal.events), "bytes": .number(journal.bytes)],
        ]
    }

    private func balances(until wanted: [String: Int]) async throws -> Value {
        for await found in shipmate.balances where wanted.allSatisfy({ found[$0.key] == $0.value }) {
            return Self.value(found, event: nil)
        }
        throw StoreError("the sequence ended")
    }

    private func release() async -> Value {
        weak let kept = handle
        handle = nil
        offer = nil
        for _ in 0..<500 where kept != nil { try? await Task.sleep(nanoseconds: 10_000_000) }
        return ["freed": .flag(kept == nil)]
    }

    private func explain(_ error: any Error) -> Value {
        guard let error = error as? ShipmateError else { return ["type": .text("\(error)")] }
        var value: [String: Value] = ["type": .text(error.type)]
        switch error {
        case .problem(let problem): value["status"] = .number(problem.status)
        case .emailInUse(let new): (value["status"], offer) = (409, new)
        default: break
        }
        return .object(value)
    }
}

extension Driver {
    private static func event(_ recorded: Recorded) throws -> Event {
        switch recorded.type {
        case "level_reached": return .levelReached(recorded.level ?? 0)
        case "milestone_reached": return .milestoneReached(recorded.milestone ?? "")
        case "counter_incremented": return .counterIncremented(recorded.counter ?? "", by: recorded.by ?? 1)
        default: throw StoreError("unknown type")
        }
    }

    private static func url(_ text: String?) throws -> URL {
        guard let url = text.flatMap(URL.init(string:)) else { throw StoreError("no url") }
        return url
    }

    private static func value(_ player: Player) -> Value {
        var value: [String: Value] = [
            "uid": .text(player.uid), "state": .text(player.state.rawValue),
            "kind": player.isAnonymous ? "anonymous" : "account",
        ]
        if player.invitation != nil { value["invitation"] = Self.value(player.invitation) }
        return .object(value)
    }

    private static func value(_ invitation: Invitation?) -> Value {
        guard let invitation else { return .null }
        return [
            "match": .text(invitation.match), "referral_code": Value(invitation.referralCode),
            "inviter": invitation.inviter.map {
                ["short_name": Value($0.shortName), "full_name": Value($0.fullName)]
            }
                ?? .null,
            "link": Value(invitation.link),
        ]
    }

    private static func value(_ found: Balances, event: String?) -> Value {
        var value: [String: Value] = [
            "uid": Value(found.uid), "balances": .object(found.amounts.mapValues(Value.number)),
            "source": .text(found.source.rawValue),
        ]
        value["event"] = event.map(Value.text)
        return .object(value)
    }

    private static func value(_ line: Diagnosis) -> Value {
        [
            "check": .text(line.check), "ok": .flag(line.ok), "detail": .text(line.detail),
            "fix": .text(line.fix),
        ]
    }
}
