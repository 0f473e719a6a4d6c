import JSON
import Testing

@testable import TestApps

struct ReceivedWebhooksTests {
    private func received(_ sizes: [Int]) -> [String] {
        var received = ReceivedWebhooks()
        for (index, bytes) in sizes.enumerated() {
            received.add(
                ReceivedWebhooks.Message(
                    id: "\(index)", isVerified: true, body: .null, byteCount: bytes))
        }
        return received.messages.map(\.id)
    }

    @Test func `the last 16 MiB are kept, the oldest message goes first`() {
        let quarter = 4_194_304
        #expect(ReceivedWebhooks.bytesMax == 16_777_216)
        #expect(received([quarter, quarter, quarter, quarter]) == ["0", "1", "2", "3"])
        #expect(received([quarter, quarter, quarter, quarter, 1]) == ["1", "2", "3", "4"])
        #expect(received([1, quarter, quarter, quarter, quarter]) == ["1", "2", "3", "4"])
        // What was forgotten no longer counts.
        #expect(received([quarter, quarter, quarter, quarter, 1, quarter - 1]) == ["1", "2", "3", "4", "5"])
    }

    @Test func `the last ten thousand are kept`() {
        let ids = received(Array(repeating: 0, count: 10_003))
        #expect(ids.count == 10_000 && ids.first == "3" && ids.last == "10002")
    }
}
