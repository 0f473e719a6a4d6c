import Testing

@testable import Crypto

/// What a loop remembers of tokens.
@Suite struct TokenTableTests {
    private func entry(_ value: Int, until seconds: Int64) -> TokenTable<Int>.Entry {
        TokenTable.Entry(value: value, goodUntilSeconds: seconds)
    }

    @Test func `what is put in again takes its own place, and what is gone is gone`() {
        var table = TokenTable<Int>(entriesMax: 8)
        let keys = (0..<8).map { table.key(of: [UInt8($0)]) }
        for (value, key) in keys.enumerated() { table.insert(entry(value, until: 10), at: key) }
        for _ in 0..<20 { table.insert(entry(100, until: 5), at: keys[3]) }
        #expect(keys.map { table[$0]?.value } == [0, 1, 2, 100, 4, 5, 6, 7])
        // The one that is good for the shortest time gives way.
        let ninth = table.key(of: [9])
        table.insert(entry(9, until: 20), at: ninth)
        #expect(table[ninth]?.value == 9 && table[keys[3]] == nil)
        table.removeAll { $0 % 2 == 0 }
        #expect(keys.map { table[$0]?.value } == [nil, 1, nil, nil, nil, 5, nil, 7])
        table.removeAll()
        #expect(table[ninth] == nil)
    }
}
