/// The owner of work that waits for a thread: one of a group, such as all callers from one network.
package struct FairnessKey: Hashable, Sendable {
    package let group: UInt64
    package let member: UInt64

    package init(group: UInt64, member: UInt64) {
        self.group = group
        self.member = member
    }

    /// Where all work is one's own.
    package static let only = FairnessKey(group: 0, member: 0)
}
