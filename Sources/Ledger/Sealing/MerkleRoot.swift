internal import Crypto

/// A hash over any number of leaves in order, in memory that grows with their logarithm: the tree of RFC
/// 6962, section 2.1, over BLAKE2b.
struct MerkleRoot {
    private static let byteCount = 32

    /// The whole subtrees so far, largest first, with how many leaves each has.
    private var subtrees: [(leaves: Int, hash: [UInt8])] = []

    package mutating func add(_ leaf: [UInt8]) {
        subtrees.append((1, Self.hash([0] + leaf)))
        while subtrees.count > 1, subtrees[subtrees.count - 2].leaves == subtrees[subtrees.count - 1].leaves {
            let right = subtrees.removeLast()
            let left = subtrees.removeLast()
            subtrees.append((left.leaves + right.leaves, Self.hash([1] + left.hash + right.hash)))
        }
    }

    package var bytes: [UInt8] {
        guard let last = subtrees.last else { return Self.hash([]) }
        return subtrees.dropLast().reversed().reduce(last.hash) { right, left in
            Self.hash([1] + left.hash + right)
        }
    }

    private static func hash(_ bytes: [UInt8]) -> [UInt8] {
        BLAKE2b.hash(bytes, byteCount: byteCount)
    }
}
