import FoundationEssentials
import Postgres
import Referrals
import Store
import Testing
import Values

extension StatementTests {
    /// A webhook's life: its changes, deliveries, order, replays, and its end.
    func checkWebhooks(_ pool: PostgresPool) async throws {
        let id = Sample.id(9_500)
        let terms = WebhookTerms(
            url: "https://example.com/a", types: [.userCreated], match: WebhookMatch(minAmount: 5),
            description: "A", isOrdered: true, signature: .both, ratePerSecond: 7)
        let secrets = WebhookSecrets(
            current: [1], publicKey: "whpk_", headers: [2], headerNames: ["X-Key"])
        let made = try #require(
            try await pool.run(InsertWebhook(id, terms, secrets, at: Sample.now)).first)
        #expect(made.terms == terms && made.secrets == secrets && made.state == .enabled)
        var changed = terms
        changed.types = nil
        changed.match = WebhookMatch()
        changed.ratePerSecond = nil
        var rotated = secrets
        (rotated.former, rotated.formerUntil, rotated.headers) = ([1], Sample.now, nil)
        let updated = try await pool.run(UpdateWebhook(id, changed, rotated))
        #expect(updated.first?.terms == changed && updated.first?.secrets == rotated)
        #expect(updated.first?.version == 2)
        #expect(try await pool.run(FindWebhook(id)).count == 1)
        #expect(try await pool.run(LockWebhook(id)).count == 1)
        #expect(try await pool.run(ListWebhooks()).map(\.id) == [id])
        _ = try await pool.run(NotifyWebhooks())
        try await checkDeliveries(of: try #require(updated.first), pool)
        try await checkPulling(pool)
        try await checkRemoval(of: id, pool)
    }

    private func checkDeliveries(of webhook: Webhook, _ pool: PostgresPool) async throws {
        let token = try #require(try await pool.run(AcquireWebhooks(limit: 4)).first).fencingToken
        #expect(try await pool.run(AcquireWebhooks(limit: 4)).isEmpty as Bool)
        var ids = (9_501...9_550).map(Sample.id).makeIterator()
        let subject = Sample.uid(950)
        let before = try #require(try await pool.run(FindLastPosition()).first)
        let kinds: [ChangeType] = [.userCreated, .userSignedUp, .userErased]
        try await pool.run(
            RecordChanges(kinds.map { Change($0, of: subject, at: Sample.now) }) { ids.next()! })
        let changes = try await pool.run(ListChanges(after: before, upTo: .max, types: nil, limit: 9))
        func row(_ index: Int, _ state: DeliveryState, due: Timestamp?) -> WebhookDelivery {
            WebhookDelivery(
                of: changes[index], state: state, attempts: 1, createdAt: Sample.now, dueAt: due,
                attempt: WebhookDelivery.Attempt(at: Sample.now, status: 500, failure: nil, reply: "no"))
        }
        let rows = [
            row(0, .pending, due: Sample.now), row(1, .pending, due: nil), row(2, .delivered, due: nil),
        ]
        let progress = WebhookProgress(done: changes[2].cursor, failingSince: Sample.now)
        let written = try await pool.run(
            RecordDeliveries(rows, of: webhook.id, fencingToken: token, version: 2, progress: progress))
        #expect(written == [2])
        #expect(try await pool.run(LockDeliveredSubjects([subject])) == [1 as Int64])
        try await pool.run(LockErasedDeliveries(of: subject))
        #expect(try await pool.run(FindWebhookLease(webhook.id)) == [token])
        let late = try await pool.run(
            RecordDeliveries(rows, of: webhook.id, fencingToken: token - 1, version: 2, progress: progress))
        #expect(late.isEmpty as Bool)
        #expect(try await pool.run(FindWebhook(webhook.id)).first?.progress == progress)
        let ahead = try await pool.run(ListDeliveriesAhead(of: webhook.id, behind: before))
        #expect(ahead.sorted() == changes.map(\.cursor.position))
        let due = try await pool.run(
            ListDueDeliveries(of: webhook.id, areReplays: false, isOrdered: true, without: [], limit: 9))
        #expect(due.map(\.change.id) == [changes[0].id] && due.first?.change.sequence == 1)
        let next = try #require(try await pool.run(FindNextDue(of: webhook.id, without: [])).first ?? nil)
        #expect(next <= 0)
        let blocked = try await pool.run(ListBlockedSubjects(of: webhook.id))
        #expect(blocked == [subject as UserID?])
        let released = try await pool.run(ReleaseDeliveries(of: [subject], for: webhook.id))
        #expect(released == [subject as UserID?])
        let counts = try await pool.run(CountPendingDeliveries(of: [webhook.id]))
        #expect(counts.map(\.count) == [2])
        let all = try await pool.run(ListDeliveries(of: webhook.id, before: nil, state: nil, limit: 9))
        #expect(all.map(\.change) == changes.reversed().map(\.id) && all[0].attempt?.reply == "no")
        let pending = try await pool.run(
            ListUndelivered(of: webhook.id, before: nil, state: .pending, limit: 9))
        #expect(pending.count == 2)
        let resent = try await pool.run(ResendDelivery(changes[2].cursor, of: webhook.id))
        #expect(resent.first?.isReplay == true && resent.first?.state == .pending)
        let test = try await pool.run(
            InsertTestDelivery(
                Sample.id(9_551), Change(.keyCreated, of: nil, at: Sample.now), payload: "{}", for: webhook.id
            ))
        #expect(test.first?.attempts == 0)
        _ = try await pool.run(SetWebhookState(webhook.id, to: .disabled))
        let missed = try await pool.run(MissDueDeliveries(of: webhook.id, fencingToken: token))
        #expect(missed.count == 4)
        try await checkReplays(of: webhook.id, changes, pool)
        try await pool.run(DeleteDeliveries(of: subject))
        let left = try await pool.run(ListDeliveries(of: webhook.id, before: nil, state: nil, limit: 9))
        #expect(left.map(\.type) == ["key.created", "user.erased"])
    }

    private func checkPulling(_ pool: PostgresPool) async throws {
        let id = Sample.id(9_570)
        let terms = WebhookTerms(url: WebhookTerms.pulledURL, types: nil)
        let secrets = WebhookSecrets(current: [1], publicKey: "whpk_")
        _ = try await pool.run(InsertWebhook(id, terms, secrets, at: Sample.now))
        let held = try #require(try await pool.run(TakePulledWebhook(id)).first)
        #expect(held.webhook.terms.isPulled && held.fencingToken == 1)
        #expect(try await pool.run(FindWebhookLease(id)).isEmpty as Bool)
        let change = Change(.keyCreated, of: nil, at: Sample.now)
        let test = try #require(
            try await pool.run(InsertTestDelivery(Sample.id(9_571), change, payload: "{}", for: id)).first)
        let result = PulledResult(test.cursor, status: 204, failure: nil)
        func states() async throws -> [DeliveryState] {
            try await pool.run(ListDeliveries(of: id, before: nil, state: nil, limit: 9)).map(\.state)
        }
        // It wasn't handed out.
        try await pool.run(FinishPulledDeliveries([result], of: id))
        #expect(try await states() == [.pending])
        var row = test
        (row.attempts, row.dueAt) = (1, Sample.now)
        _ = try await pool.run(
            RecordDeliveries([row], of: id, fencingToken: 1, version: 1, progress: held.webhook.progress))
        #expect(
            try await pool.run(ListDeliveriesAt([row.cursor.position, 1], of: id)) == [row.cursor.position])
        try await pool.run(FinishPulledDeliveries([result], of: id))
        #expect(try await states() == [.delivered])
        _ = try await pool.run(SetWebhookState(id, to: .removed))
        #expect(try await pool.run(DeleteRemovedWebhook(id, fencingToken: 1)) == [1 as Int64])
    }

    private func checkReplays(
        of webhook: UUID, _ changes: [StoredChange], _ pool: PostgresPool
    ) async throws {
        let replay = try #require(
            try await pool.run(
                InsertReplay(
                    Sample.id(9_560), of: webhook, types: nil, from: Sample.now,
                    until: Sample.now.adding(seconds: 1), at: Sample.now)
            ).first)
        #expect(try await pool.run(FindReplay(of: webhook)).map(\.id) == [replay.id])
        let found = try await pool.run(
            ListReplayedChanges(replay, upTo: replay.lastPosition, types: ["user.signed_up"], limit: 9))
        #expect(found.map(\.change.id).contains(changes[1].id))
        try await pool.run(AdvanceReplay(replay.id, to: replay.lastPosition - 1))
        #expect(try await pool.run(FindReplay(of: webhook)).map(\.donePosition) == [replay.lastPosition - 1])
        try await pool.run(AdvanceReplay(replay.id, to: replay.lastPosition))
        #expect(try await pool.run(FindReplay(of: webhook)).isEmpty as Bool)
    }

    private func checkRemoval(of id: UUID, _ pool: PostgresPool) async throws {
        try await pool.run(ReleaseWebhook(id, fencingToken: 1))
        let token = try #require(try await pool.run(AcquireWebhooks(limit: 1)).first).fencingToken
        let enabledAgain = try await pool.run(SetWebhookState(id, to: .enabled))
        let version = try #require(enabledAgain.first?.version)
        let failing = WebhookProgress(done: .start, failingSince: Sample.now)
        _ = try await pool.run(
            RecordDeliveries([], of: id, fencingToken: token, version: version, progress: failing))
        #expect(try await pool.run(NoteWebhookWarning(id, fencingToken: token)) == [id])
        #expect(try await pool.run(NoteWebhookWarning(id, fencingToken: token)).isEmpty as Bool)
        let disable = DisableWebhook(id, fencingToken: token, version: version, because: "410")
        #expect(try await pool.run(disable) == [id])
        let enabled = try await pool.run(SetWebhookState(id, to: .enabled))
        #expect(enabled.map(\.state) == [.enabled])
        let removed = try await pool.run(SetWebhookState(id, to: .removed))
        #expect(removed.map(\.state) == [.removed])
        #expect(try await pool.run(FindWebhook(id)).isEmpty as Bool)
        let deleted = try await pool.run(DeleteRemovedWebhook(id, fencingToken: token))
        #expect(deleted == [2 as Int64])
        #expect(try await pool.run(AcquireWebhooks(limit: 1)).isEmpty as Bool)
    }
}
