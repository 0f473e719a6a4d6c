import API
import Batching
import EventLoops
import FoundationEssentials
import Referrals
import Rewards
import TestSupport
import Testing

@testable import shipmate

/// `SHIPMATE_DISPOSABLE_DOMAINS`: a file that is read again when it changes.
@Suite struct DisposableListTests {
    @Test func `a file in place of the built-in list; one that isn't there stops the start`() throws {
        let builtIn = try Configuration(environment: [:])
        #expect(try builtIn.disposableDomains() == nil)
        let missing = try Configuration(environment: ["SHIPMATE_DISPOSABLE_DOMAINS": "/nowhere/domains"])
        let error = #expect(throws: ConfigurationMistakes.self) { try DisposableList(missing) }
        #expect(
            error?.all.map(\.description) == [
                "SHIPMATE_DISPOSABLE_DOMAINS=/nowhere/domains: No such file or directory"
            ])
    }

    @Test func `what is written into it counts soon after, and what can't be read changes nothing`()
        async throws
    {
        let path = "/tmp/shipmate-domains-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try "ten.example\n".write(toFile: path, atomically: true, encoding: .utf8)
        let configuration = try Configuration(environment: ["SHIPMATE_DISPOSABLE_DOMAINS": path])
        let list = try DisposableList(configuration)
        let (old, new) = (
            try #require(EmailAddress("a@ten.example")), try #require(EmailAddress("a@new.example"))
        )
        #expect(list.mail.contains(old) && !list.mail.contains(new))
        let group = try EventLoopGroup(count: 1)
        defer { group.stop() }
        let log = try TestLog()
        let sink = try LogSink(descriptor: log.descriptor, minimum: .info)
        await list.watch(on: group.loops[0], sink)
        try "new.example\n".write(toFile: path, atomically: true, encoding: .utf8)
        #expect(await eventually { list.mail.contains(new) && !list.mail.contains(old) })
        try FileManager.default.removeItem(atPath: path)
        let isTold = try await eventually {
            sink.flush()
            return try log.text.contains("the previous ones stay")
        }
        #expect(isTold)
        #expect(list.mail.contains(new))
    }
}
