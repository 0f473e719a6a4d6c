/// Foreign text is the same if its code points are, as PostgreSQL compares it. Swift's `==` also takes other
/// spellings for the same text, such as `é` as one code point and as two (Unicode, canonical equivalence).
extension String {
    package func isSpelled(as other: String) -> Bool {
        // Compares the bytes in memory, without the view's iterators.
        guard utf8.count == other.utf8.count else { return false }
        let isSame = utf8.withContiguousStorageIfAvailable { own in
            other.utf8.withContiguousStorageIfAvailable { own.elementsEqual($0) }
        }
        return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
    }
}

extension String? {
    package func isSpelled(as other: String?) -> Bool {
        switch (self, other) {
        case (let text?, let other?): text.isSpelled(as: other)
        case (nil, nil): true
        default: false
        }
    }
}

/// A foreign text as a key of a set or a dictionary, by its code points.
package struct Spelling: Hashable, Comparable, Sendable {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }

    package static func == (left: Spelling, right: Spelling) -> Bool { left.text.isSpelled(as: right.text) }

    package static func < (left: Spelling, right: Spelling) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
        hasher.combine(UInt8.max)
    }
}
