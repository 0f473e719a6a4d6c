import Testing

@testable import Postgres

/// The pure state machine, as tables: replies in, actions out.
@Suite struct PipelineTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let replies: [Pipeline.Reply]
        let actions: [Pipeline.Action]
        var preparedAfter: Set<String> = ["a", "b"]
        var hasFailed = false
        var isIdle = true
    }

    private static let a = Pipeline.Entry(name: "a", sql: "SELECT 1")
    private static let b = Pipeline.Entry(name: "b", sql: "SELECT 2")

    static let cases: [Case] = [
        Case(
            testDescription: "all goes well",
            replies: [.success, .end, .success, .end, .success, .end, .success, .end, .sync],
            actions: [
                .proceed, .proceed, .keep(0), .proceed, .proceed, .proceed, .keep(1), .proceed, .finish,
            ]),
        Case(
            testDescription: "the first can't be prepared",
            replies: [.failure, .end, .aborted, .end, .aborted, .end, .aborted, .end, .sync],
            actions: [
                .fail(0), .proceed, .proceed, .proceed, .proceed, .proceed, .proceed, .proceed, .finish,
            ],
            preparedAfter: [], hasFailed: true),
        Case(
            testDescription: "the first fails and the second is skipped, its preparing too",
            replies: [.success, .end, .failure, .end, .aborted, .end, .aborted, .end, .sync],
            actions: [
                .proceed, .proceed, .fail(0), .proceed, .proceed, .proceed, .proceed, .proceed, .finish,
            ],
            preparedAfter: ["a"], hasFailed: true),
        Case(
            testDescription: "the second fails",
            replies: [.success, .end, .success, .end, .success, .end, .failure, .end, .sync],
            actions: [
                .proceed, .proceed, .keep(0), .proceed, .proceed, .proceed, .fail(1), .proceed, .finish,
            ],
            hasFailed: true),
        Case(
            testDescription: "a sync where a result is due",
            replies: [.sync], actions: [.giveUp], preparedAfter: [], isIdle: false),
        Case(
            testDescription: "an end before its result",
            replies: [.end], actions: [.giveUp], preparedAfter: [], isIdle: false),
        Case(
            testDescription: "two results of one command",
            replies: [.success, .success], actions: [.proceed, .giveUp], preparedAfter: ["a"], isIdle: false),
        Case(
            testDescription: "skipped though nothing failed",
            replies: [.aborted], actions: [.giveUp], preparedAfter: [], isIdle: false),
        Case(
            testDescription: "a success after a failure",
            replies: [.failure, .end, .success], actions: [.fail(0), .proceed, .giveUp],
            preparedAfter: [], hasFailed: true, isIdle: false),
        Case(
            testDescription: "a COPY",
            replies: [.success, .end, .other], actions: [.proceed, .proceed, .giveUp],
            preparedAfter: ["a"], isIdle: false),
    ]

    @Test(arguments: cases) func `answers each reply`(_ row: Case) {
        var pipeline = Pipeline()
        let commands = pipeline.begin([Self.a, Self.b])
        #expect(commands == [.prepare(0), .execute(0), .prepare(1), .execute(1), .sync])
        #expect(row.replies.map { pipeline.receive($0) } == row.actions)
        #expect(Set(pipeline.prepared.keys) == row.preparedAfter)
        #expect(pipeline.hasFailed == row.hasFailed)
        #expect(pipeline.isIdle == row.isIdle)
    }

    @Test func `prepares a statement once, right before its first use`() {
        var pipeline = Pipeline()
        #expect(pipeline.begin([Self.a, Self.b, Self.a]).count == 6)
        for reply in [.success, .end, .success, .end, .success, .end, .success, .end, .success, .end, .sync]
            as [Pipeline.Reply]
        {
            #expect(pipeline.receive(reply) != .giveUp)
        }
        #expect(pipeline.begin([Self.b, Self.a]) == [.execute(0), .execute(1), .sync])
    }

    @Test func `prepares again what was skipped`() {
        var pipeline = Pipeline()
        _ = pipeline.begin([Self.a])
        let replies: [Pipeline.Reply] = [.failure, .end, .aborted, .end, .sync]
        for reply in replies { _ = pipeline.receive(reply) }
        #expect(pipeline.begin([Self.a]) == [.prepare(0), .execute(0), .sync])
        #expect(!pipeline.hasFailed)
    }

    @Test func `never takes another text for a statement of the same name`() {
        var pipeline = Pipeline()
        _ = pipeline.begin([Self.a])
        let replies: [Pipeline.Reply] = [.success, .end, .success, .end, .sync]
        for reply in replies { _ = pipeline.receive(reply) }
        let other = Pipeline.Entry(name: "a", sql: "SELECT 3")
        #expect(pipeline.begin([other]) == [.prepare(0), .execute(0), .sync])
    }

    @Test func `gives up on a reply that nobody waits for`() {
        var pipeline = Pipeline()
        #expect(pipeline.receive(.success) == .giveUp)
    }

    @Test func `an exchange of nothing is a sync`() {
        var pipeline = Pipeline()
        #expect(pipeline.begin([]) == [.sync])
        #expect(pipeline.receive(.sync) == .finish)
    }
}
