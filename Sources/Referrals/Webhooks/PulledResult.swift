/// A receiver's result of a delivery that it has pulled.
package struct PulledResult: Sendable {
    /// Most in one call.
    package static let countMax = 100

    package let delivery: ChangeCursor
    /// HTTP's; nil without a reply.
    package let status: Int32?
    /// Why there was no reply.
    package let failure: String?

    package init(_ delivery: ChangeCursor, status: Int32?, failure: String?) {
        self.delivery = delivery
        self.status = status
        self.failure = failure
    }
}
