/// Indices of the statements that limit which entries may have a later seal.
struct LaterSealBounds {
    /// The first statement that ends sealing: beyond it only an operator seals, by `ledger seal --accept`.
    var firstEnd: Int?
    /// The statement from outside: later seals that it covers are trusted.
    package var given: Int?
}
