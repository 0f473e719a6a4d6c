/// Some items of a longer list, and where it goes on.
package struct Page<Item: Sendable, Cursor: Sendable>: Sendable {
    package let items: [Item]
    /// Nil at the end.
    package let next: Cursor?

    /// - Parameter found: one more than `limit` when the list goes on.
    init(_ found: [Item], limit: Int, cursor: ([Item]) -> Cursor) {
        items = Array(found.prefix(limit))
        next = found.count > limit ? cursor(items) : nil
    }
}
