import Glibc
import TestSupport
import Testing

@testable import EmbeddedPostgres

extension Promises.DuringOutages {
    /// `shipmate listen` and `shipmate webhooks`, as developers use them.
    @Suite(.ofEmbeddedPostgres) struct ListenTests {
        @Test func `listen forwards changes and tests, signed, and leaves nothing behind`() async throws {
            let install = try ServedInstall()
            defer { install.remove() }
            try await install.start()
            let url = "http://127.0.0.1:\(install.port)"
            let receiver = try TestReceiver()
            defer { receiver.end() }
            let listening = try install.begin(
                "listen", "--forward-to", receiver.url("/hook"), "--url", url, to: "listen")
            let secret = try await eventually { () throws -> String? in
                install.text(of: "listen").firstMatch(of: /secret +(whsec_\S+)/).map { String($0.1) }
            }
            try receiver.trust([try #require(secret)])
            _ = try #require(install.output("demo", "--url", url))
            let paid = try await eventually { () throws -> [TestReceiver.Request]? in
                let requests = try receiver.requests(at: "/hook")
                return requests.filter { $0.type == "reward.paid" }.count == 2 ? requests : nil
            }
            #expect(try #require(paid).allSatisfy { $0.isSigned })
            let text = install.text(of: "listen")
            let id = try #require(text.firstMatch(of: /webhooks test (\S+)/).map { String($0.1) })
            #expect(text.contains(/reward\.paid +[0-9a-f-]{36}  → 200 in \d+ ms/), "\(text)")
            let key = try install.key("admin")
            let list = try #require(install.output("webhooks", "list", "--url", url, "--key", key))
            #expect(list.contains("\(id)  pull:  *"), "\(list)")
            #expect(install.output("webhooks", "test", id, "trial.done", "--url", url) == "delivered: 200\n")
            #expect(try receiver.requests.contains { $0.type == "trial.done" })
            try receiver.behave(["/hook": "503"])
            #expect(install.output("webhooks", "test", id, "trial.done", "--url", url) == nil)
            let replay = install.output(
                "webhooks", "replay", id, "--from", "1h", "--types", "user.linked", "--url", url)
            #expect(replay != nil)
            let isReplayed = await eventually {
                (try? receiver.requests.filter { $0.type == "user.linked" }.count) == 2
            }
            #expect(isReplayed)
            listening.signal(SIGINT)
            #expect(listening.wait(milliseconds: 60_000)?.isSuccess == true, "\(install.text(of: "listen"))")
            #expect(install.output("webhooks", "list", "--url", url, "--key", key)?.contains(id) == false)
            let keys = try #require(install.output("keys", "list")).split(separator: "\n")
            let today = try #require(keys.last?.firstMatch(of: /\d{4}-\d\d-\d\d/)).0
            #expect(keys.filter { $0.contains("a command") }.allSatisfy { $0.hasSuffix(today) }, "\(keys)")
        }

        @Test func `a webhook's commands say why they can't go on`() async throws {
            let install = try ServedInstall()
            defer { install.remove() }
            try await install.start()
            let url = "http://127.0.0.1:\(install.port)"
            for words in [
                ["webhooks", "list", "--url", "http://127.0.0.1:1", "--key", "sk_x"],
                ["webhooks", "list", "--url", url, "--key", "sk_x"],
                ["webhooks", "list", "--url", "https://shipmate.invalid"],
                ["webhooks", "list", "--url", "http://shipmate.example", "--key", "sk_x"],
            ] {
                #expect(install.output(words) == nil, "\(words)")
            }
        }
    }
}
