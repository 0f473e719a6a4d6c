import Testing

@testable import Basics

struct BoundedCacheTests {
    @Test func `it keeps no more than its limit, and what is asked for the longest`() {
        var cache = BoundedCache<Int, String>(entriesMax: 8)
        for key in 0..<100 {
            cache[key] = "\(key)"
            #expect(cache[0] == "0", "after \(key)")
            #expect(cache.count <= 8)
        }
        #expect(cache[99] == "99" && cache[50] == nil)
    }

    @Test func `a value that is set again takes no second place`() {
        var cache = BoundedCache<Int, String>(entriesMax: 4)
        for round in 0..<10 {
            for key in 0..<2 { cache[key] = "\(round)" }
        }
        #expect(cache.count == 2 && cache[0] == "9" && cache[1] == "9")
    }

    @Test func `what is removed is gone from both generations`() {
        var cache = BoundedCache<Int, String>(entriesMax: 4)
        for key in 0..<4 { cache[key] = "\(key)" }
        cache[0] = nil
        cache[3] = nil
        #expect(cache[0] == nil && cache[3] == nil && cache[1] == "1")
        cache.removeAll()
        #expect(cache.count == 0 && cache[1] == nil)
    }
}
