package import FoundationEssentials

/// A statement's hash over all heads, account by account.
package struct LedgerTally: Equatable {
    package struct Money: Equatable {
        package var accounts: Int64 = 0
        package var amount: Int128 = 0
    }

    package private(set) var accounts: Int64 = 0
    package private(set) var entries: Int64 = 0
    package private(set) var money: [String: Money] = [:]
    private var tree = MerkleRoot()

    package var root: [UInt8] { tree.bytes }

    /// Takes in an account of which something is sealed; in the order of uids, and of currencies by their
    /// bytes.
    package mutating func add(_ uid: UUID, _ currency: String, sealed: Int64, amount: Int64, seal: [UInt8]?) {
        accounts += 1
        entries += sealed
        money[currency, default: Money()].accounts += 1
        money[currency, default: Money()].amount += Int128(amount)
        var leaf = SealText()
        leaf.add(uid)
        leaf.add(currency)
        leaf.add(sealed)
        leaf.add(amount)
        leaf.add(seal)
        tree.add(leaf.bytes)
    }

    package static func == (left: LedgerTally, right: LedgerTally) -> Bool {
        left.accounts == right.accounts && left.entries == right.entries && left.money == right.money
            && left.root == right.root
    }
}
