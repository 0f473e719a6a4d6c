package import FoundationEssentials

extension UUID {
    /// The result of `uuid_hash`, by which Citus finds a key's shard: Bob Jenkins' lookup3 in PostgreSQL's
    /// version (`hash_bytes`, src/common/hashfn.c).
    package var postgresHash: Int32 {
        withUnsafeBytes(of: uuid) { bytes in
            func word(_ index: Int) -> UInt32 {
                UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self))
            }
            var hash = Lookup3(length: 16)
            hash.add(word(0), word(1), word(2))
            return Int32(bitPattern: hash.finish(with: word(3)))
        }
    }
}

private struct Lookup3 {
    private var a: UInt32
    private var b: UInt32
    private var c: UInt32

    init(length: UInt32) {
        a = 0x9e37_79b9 &+ length &+ 3_923_095
        b = a
        c = a
    }

    /// Takes twelve bytes.
    mutating func add(_ first: UInt32, _ second: UInt32, _ third: UInt32) {
        a &+= first
        b &+= second
        c &+= third
        mix()
    }

    /// Takes the last four bytes.
    mutating func finish(with last: UInt32) -> UInt32 {
        a &+= last
        c = (c ^ b) &- b.rotated(by: 14)
        a = (a ^ c) &- c.rotated(by: 11)
        b = (b ^ a) &- a.rotated(by: 25)
        c = (c ^ b) &- b.rotated(by: 16)
        a = (a ^ c) &- c.rotated(by: 4)
        b = (b ^ a) &- a.rotated(by: 14)
        c = (c ^ b) &- b.rotated(by: 24)
        return c
    }

    private mutating func mix() {
        a = (a &- c) ^ c.rotated(by: 4)
        c &+= b
        b = (b &- a) ^ a.rotated(by: 6)
        a &+= c
        c = (c &- b) ^ b.rotated(by: 8)
        b &+= a
        a = (a &- c) ^ c.rotated(by: 16)
        c &+= b
        b = (b &- a) ^ a.rotated(by: 19)
        a &+= c
        c = (c &- b) ^ b.rotated(by: 4)
        b &+= a
    }
}

extension UInt32 {
    fileprivate func rotated(by bits: UInt32) -> UInt32 {
        self << bits | self >> (32 - bits)
    }
}
