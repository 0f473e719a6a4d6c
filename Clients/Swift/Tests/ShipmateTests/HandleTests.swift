import Foundation
import Testing

@testable import Shipmate

@Suite struct HandleTests {
    private let folder = Folder()

    @Test func `making a handle uses neither network nor disk`() async throws {
        let seen = Collected<URL>()
        var options = options(folder)
        options.transport = Answering { request in
            Task { await seen.add(request.url) }
            return HTTPReply(status: 503, headers: [:])
        }
        let shipmate = Shipmate(host: URL(string: "https://api.example.com")!, options: options)
        _ = (shipmate.updates, shipmate.balances, shipmate.invitations)
        #expect(!FileManager.default.fileExists(atPath: folder.url.path))
        #expect(await seen.values.isEmpty)
    }

    @Test func `a handle that is not referenced is freed, and its sequences end`() async throws {
        let app = try await TestApp.make()
        var shipmate: Shipmate? = Shipmate(host: app.url, options: options(folder))
        weak let handle = shipmate
        weak let client = shipmate?.client
        try await shipmate?.start()
        try await shipmate?.record(.levelReached(2))
        let balances = try #require(shipmate?.balances)
        let updates = try #require(shipmate?.updates)
        let ended = Task {
            for await _ in balances {}
            for await _ in updates {}
        }
        var iterator = try #require(shipmate?.balances).makeAsyncIterator()
        while let found = await iterator.next(), found.source != .live {}
        shipmate = nil
        #expect(handle == nil)
        await ended.value
        while client != nil { try await Task.sleep(nanoseconds: 1_000_000) }
    }

    @Test func `events are recorded before there is a player, and sent by start`() async throws {
        let app = try await TestApp.make()
        let shipmate = Shipmate(host: app.url, options: options(folder))
        try await shipmate.record(.levelReached(3))
        #expect(try await shipmate.journal.events == 1)
        try await shipmate.start()
        #expect(try await shipmate.flush().left == 0)
        #expect(try await shipmate.me().highestLevel == 3)
    }

    @Test func `balances come by long polling where streams are refused`() async throws {
        let app = try await TestApp.make()
        var options = options(folder)
        options.transport = Answering {
            $0.url.path.hasSuffix("/stream") ? HTTPReply(status: 404, headers: [:]) : nil
        }
        let shipmate = Shipmate(host: app.url, options: options)
        let uid = try await shipmate.start().uid
        var balances = shipmate.balances.makeAsyncIterator()
        while let found = await balances.next(), found.source != .live {}
        try await app.adjust(uid, by: 70)
        #expect(await balances.next() == Balances(amounts: ["pieces_of_eight": 70], source: .live, uid: uid))
        try await app.adjust(uid, by: 5)
        #expect(await balances.next()?["pieces_of_eight"] == 75)
        #expect(try await app.calls().contains { $0.hasPrefix("GET /v1/users/me/changes") })
    }

    @Test func `balances come by a stream, and by the cache after a restart`() async throws {
        let app = try await TestApp.make()
        var shipmate: Shipmate? = Shipmate(host: app.url, options: options(folder))
        let uid = try #require(try await shipmate?.start().uid)
        var balances = try #require(shipmate?.balances).makeAsyncIterator()
        while let found = await balances.next(), found.source != .live {}
        try await app.adjust(uid, by: 70)
        #expect(await balances.next() == Balances(amounts: ["pieces_of_eight": 70], source: .live, uid: uid))
        #expect(try await !app.calls().contains { $0.hasPrefix("GET /v1/users/me/changes") })
        shipmate = nil
        var offline = options(folder)
        offline.transport = Answering { _ in HTTPReply(status: 503, headers: [:]) }
        let again = Shipmate(host: app.url, options: offline)
        #expect(try await again.start().state == .cached)
        for await found in again.balances {
            #expect(found == Balances(amounts: ["pieces_of_eight": 70], source: .cached, uid: uid))
            break
        }
    }

    @Test(.timeLimit(.minutes(1))) func `work that is asked for right after its end runs`() async {
        let client = Client(host: URL(string: "https://api.example.com")!, options: options(folder))
        for _ in 0..<20 {
            await withCheckedContinuation { done in
                Task {
                    await client.run(.confirm) { _ in
                        done.resume()
                        // Its end comes later than its result.
                        usleep(5_000)
                    }
                }
            }
        }
    }

    @Test func `a label shows one player after the other, and never the money of the one before`() async throws {
        let app = try await TestApp.make()
        let shipmate = Shipmate(host: app.url, options: options(folder))
        var balances = shipmate.balances.makeAsyncIterator()
        let uid = try await shipmate.start().uid
        try await shipmate.link(email: "ben@example.com", password: "a parrot named Sam")
        try await app.adjust(uid, by: 70)
        while let found = await balances.next(), found["pieces_of_eight"] != 70 { #expect(found.uid == uid) }
        try await shipmate.signOut()
        #expect(await balances.next() == Balances(amounts: [:], source: .cached, uid: nil))
        let other = Shipmate(host: app.url, options: options(Folder()))
        let account = try await other.start().uid
        try await other.link(email: "dora@example.com", password: "a parrot named Sam")
        try await shipmate.signIn(email: "dora@example.com", password: "a parrot named Sam")
        try await app.adjust(uid, by: 5)
        try await app.adjust(account, by: 8)
        while let found = await balances.next(), found["pieces_of_eight"] != 8 {
            #expect(found.amounts["pieces_of_eight"] ?? 0 == 0 && found.uid == account)
        }
        try await shipmate.signIn(email: "ben@example.com", password: "a parrot named Sam")
        while let found = await balances.next(), found["pieces_of_eight"] != 75 {
            #expect(found.amounts.isEmpty && found.uid == uid)
        }
    }

    @Test func `a waiter that is cancelled leaves, and start goes on`() async throws {
        let app = try await TestApp.make()
        var options = options(folder)
        options.store = LockedAtFirst(files: FileStore(folder: folder.url), until: folder.file("unlocked"))
        let shipmate = Shipmate(host: app.url, options: options)
        let waiter = Task { try await shipmate.start() }
        let other = Task { try await shipmate.start() }
        waiter.cancel()
        await #expect(throws: ShipmateError.self) { try await waiter.value }
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        try Data().write(to: folder.file("unlocked"))
        #expect(try await other.value.state == .confirmed)
    }
}

struct LockedAtFirst: SecretStore {
    let files: FileStore
    let until: URL

    func get(_ key: String) throws -> Secret {
        FileManager.default.fileExists(atPath: until.path) ? try files.get(key) : .notReadableYet
    }
    func put(_ key: String, _ value: Data) throws { try files.put(key, value) }
    func delete(_ key: String) throws { try files.delete(key) }
    func compareAndPut(_ key: String, expected: Data?, _ value: Data) throws -> Bool {
        try files.compareAndPut(key, expected: expected, value)
    }
}
