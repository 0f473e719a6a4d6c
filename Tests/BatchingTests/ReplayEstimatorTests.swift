import Testing

@testable import Batching

struct ReplayEstimatorTests {
    @Test func `repeats are likely for a while after one, and each one found makes it longer`() {
        let watch = ReplayEstimator()
        #expect(!watch.areLikely)
        watch.sawOne()
        for _ in 0..<63 { watch.note(false) }
        #expect(watch.areLikely)
        watch.note(true)
        for _ in 0..<63 { watch.note(false) }
        #expect(watch.areLikely)
        watch.note(false)
        #expect(!watch.areLikely)
    }
}
