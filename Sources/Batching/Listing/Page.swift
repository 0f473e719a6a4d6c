/// Some items of a longer list, and where it goes on.
package struct Page<Item: Sendable, Cursor: Sendable>: Sendable {
    package let items: [Item]
    /// Nil at the end.
    package let next: Cursor?

    /// - Parameter found: one more than `limit` when the list goes on.
    package init(_ found: [Item], limit: Int, cursor: ([Item]) -> Cursor) {
        let items = Array(found.prefix(limit))
        self.init(items: items, next: found.count > limit ? cursor(items) : nil)
    }

    private init(items: [Item], next: Cursor?) {
        self.items = items
        self.next = next
    }

    /// Those of a part of a longer list that are wanted.
    ///
    /// - Parameter found: one more than `looked` when the list goes on.
    package init(
        _ found: [Item], lookingThrough looked: Int, limit: Int, for isWanted: (Item) -> Bool,
        cursor: (Item) -> Cursor
    ) {
        let part = found.prefix(looked)
        let wanted = part.filter(isWanted)
        let items = Array(wanted.prefix(limit))
        // Behind the last one given where there are more, and otherwise behind all that was looked through.
        let last = wanted.count > limit ? items.last : found.count > looked ? part.last : nil
        self.init(items: items, next: last.map(cursor))
    }

    package static func part(_ items: [Item], next: Cursor?) -> Page { Page(items: items, next: next) }

    /// The same behind items that are no part of the list.
    package func preceded(by first: [Item]) -> Page { Page(items: first + items, next: next) }

    /// The type of its items; a nil item is omitted, and the list continues.
    package func compactMap<Other>(_ body: (Item) -> Other?) -> Page<Other, Cursor> {
        Page<Other, Cursor>(items: items.compactMap(body), next: next)
    }
}
