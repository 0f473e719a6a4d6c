/// Sizes of tables that are indexed by the low bits of a hash.
package enum RoundedUp {
    package static func toPowerOfTwo(_ number: Int) -> Int {
        var power = 1
        while power < number { power <<= 1 }
        return power
    }
}
