import Delivery
import Testing

@testable import WebClient

/// What follows from a receiver's reply, or from none.
struct DeliveryResultTests {
    private static func result(_ status: Int) -> DeliveryResult {
        DeliveryResult(WebResponse(status: status, body: [], headers: []), at: 1_760_000_000)
    }

    /// Of these statuses, those that `isSo`.
    private static func statuses(_ isSo: (DeliveryResult) -> Bool) -> [Int] {
        [199, 200, 299, 300, 404, 410, 429, 500, 502, 503, 504].filter { isSo(result($0)) }
    }

    @Test func `a status of 2xx delivers, and 410 ends all deliveries`() {
        #expect(Self.statuses(\.isDelivered) == [200, 299])
        #expect(Self.statuses(\.isGone) == [410])
    }

    @Test func `fewer requests at once help an overloaded receiver, and one that doesn't reply`() {
        #expect(Self.statuses(\.isOverload) == [429, 502, 504])
        let none = DeliveryResult(.hostUnknown)
        #expect(none.isOverload && !none.isDelivered && !none.isGone)
    }
}
