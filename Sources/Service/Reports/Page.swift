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

    /// Those of a part of a longer list that are wanted.
    ///
    /// - Parameter found: one more than `looked` when the list goes on.
    init(
        _ found: [Item], lookingThrough looked: Int, limit: Int, for isWanted: (Item) -> Bool,
        cursor: (Item) -> Cursor
    ) {
        let part = found.prefix(looked)
        let wanted = part.filter(isWanted)
        items = Array(wanted.prefix(limit))
        // Behind the last one given where there are more, and otherwise behind all that was looked through.
        let last = wanted.count > limit ? items.last : found.count > looked ? part.last : nil
        next = last.map(cursor)
    }
}
