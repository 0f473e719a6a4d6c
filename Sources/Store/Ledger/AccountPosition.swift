package import FoundationEssentials
package import Postgres

/// Where a walk over all accounts stands: in the order of their key.
package struct AccountPosition: Hashable, Bindable, Sendable {
    package let uid: UUID
    package let currency: String

    package static let start = AccountPosition(
        uid: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)), currency: "")

    package init(uid: UUID, currency: String) {
        self.uid = uid
        self.currency = currency
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(uid)
        parameters.add(currency)
    }
}
