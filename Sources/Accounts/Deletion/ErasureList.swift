package import Values

/// The list of erased users outside of the database: users in a restored backup are erased again. It only
/// holds uids and times.
package struct ErasureList: Sendable {
    package struct Trouble: Error, CustomStringConvertible {
        package let description: String

        package init(_ description: String) {
            self.description = description
        }
    }

    let read: @Sendable () throws(Trouble) -> Set<UserID>
    let add: @Sendable ([(uid: UserID, erasedAt: Timestamp)]) throws(Trouble) -> Void

    /// - Parameters:
    ///   - read: all there are.
    ///   - add: keeps some more, for good when it returns.
    package init(
        read: @escaping @Sendable () throws(Trouble) -> Set<UserID>,
        add: @escaping @Sendable ([(uid: UserID, erasedAt: Timestamp)]) throws(Trouble) -> Void
    ) {
        self.read = read
        self.add = add
    }
}
