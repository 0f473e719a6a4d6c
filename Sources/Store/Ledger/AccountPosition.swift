package import FoundationEssentials
internal import Postgres

/// Where a walk over all accounts stands: in the order of their key.
package struct AccountPosition: Hashable, Sendable {
    package let uid: UUID
    package let currency: String

    package static let start = AccountPosition(
        uid: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)), currency: "")

    package init(uid: UUID, currency: String) {
        self.uid = uid
        self.currency = currency
    }
}

extension Parameters {
    /// Two parameters: `(uid, currency)`.
    mutating func add(_ position: AccountPosition) {
        add(position.uid)
        add(position.currency)
    }
}
