/// A position in the order of changes: later ones are still to be read.
package struct ChangeCursor: Equatable, Sendable {
    /// Before all that is kept.
    package static let start = ChangeCursor(position: 0, day: 0)

    package let position: Int64
    /// In days since 1970: rows of earlier days are not behind it.
    package let day: Int32

    package init(position: Int64, day: Int32) {
        self.position = position
        self.day = day
    }

    /// Whether no reader can have been given this: its position was never taken, or its day hasn't come.
    ///
    /// - Parameter last: the last position that was taken, and today. A clock may be a day behind another.
    package func isAhead(of last: ChangeCursor) -> Bool {
        position > last.position || day > last.day + 1
    }

    /// Whether it would pass over changes of earlier days behind its position. No reader has been given such
    /// a cursor, but by a clock that was ahead.
    ///
    /// - Parameter next: the day of the first change behind it; nil for none.
    package func passesOver(_ next: Int32?) -> Bool {
        next.map { $0 < day - 1 } ?? false
    }
}
