import TestSupport
import Testing

@testable import EventLoops

struct TogetherTests {
    @Test func `all begin at once, and their values keep the order of the items`() async throws {
        try await onLoop { loop in
            let waiting = [Waiting(), Waiting()]
            var begun: [Int] = []
            // Each waits for the one after it, so one at a time would never end.
            let values = await EventLoop.together([0, 1, 2], on: loop) { index in
                begun.append(index)
                if index < 2 { await waiting[index].wait { true } }
                if index > 0 { waiting[index - 1].wake() }
                return index * 10
            }
            #expect(begun == [0, 1, 2] && values == [0, 10, 20])
        }
    }

    @Test func `the error of the first that has one is thrown, once all have ended`() async throws {
        try await onLoop { loop in
            var ended = 0
            do throws(Mistake) {
                _ = try await EventLoop.together([0, 1, 2], on: loop) { (index) async throws(Mistake) in
                    ended += 1
                    if index > 0 { throw Mistake(index: index) }
                }
                Issue.record("nothing was thrown")
            } catch {
                #expect(error.index == 1 && ended == 3)
            }
        }
    }

    @Test func `nothing comes of no items`() async throws {
        try await onLoop { loop in
            let none: [Int] = await EventLoop.together([Int](), on: loop) { $0 }
            #expect(none.isEmpty)
        }
    }
}

private struct Mistake: Error {
    let index: Int
}
