package import FoundationEssentials
package import Postgres
internal import Values

/// Where a walk over rows of all users stands, in the order of user and id.
package struct RowPosition: Equatable, Sendable {
    let uid: UUID
    let id: UUID

    package static let start = RowPosition(uid: .zero, id: .zero)

    package init(uid: UUID, id: UUID) {
        self.uid = uid
        self.id = id
    }
}

/// Reads the next rows of a walk: `$1` and `$2` are the position, `$3` is the most rows.
package protocol RowWalk: Statement {
    init(_ page: RowPage)

    static func position(of row: Row) -> RowPosition
}

package struct RowPage: Equatable, Bindable, Sendable {
    let position: RowPosition
    let limit: Int

    package init(after position: RowPosition, limit: Int) {
        self.position = position
        self.limit = limit
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(position.uid)
        parameters.add(position.id)
        parameters.add(Int64(limit))
    }
}
