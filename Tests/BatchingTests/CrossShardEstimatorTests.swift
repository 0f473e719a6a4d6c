import Testing

@testable import Batching

struct CrossShardEstimatorTests {
    @Test func `a tenth that writes elsewhere is enough, and is forgotten by so many that don't`() {
        let watch = CrossShardEstimator()
        watch.note(1, of: 10)
        #expect(!watch.isLikely)
        for _ in 0..<100 { watch.note(2, of: 20) }
        #expect(!watch.isLikely)
        for _ in 0..<100 { watch.note(3, of: 20) }
        #expect(watch.isLikely)
        watch.note(0, of: 0)
        #expect(watch.isLikely)
        watch.note(0, of: 600)
        #expect(!watch.isLikely)
        watch.note(600, of: 600)
        #expect(watch.isLikely)
    }
}
