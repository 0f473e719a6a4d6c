/// Which of the statements that are held against the ledger say up to where entries may have been sealed
/// later than they were booked.
struct LaterSealBounds {
    /// The first that says that sealing has ended: nothing is sealed later beyond it, but what an operator
    /// accepts.
    var firstEnd: Int?
    /// The one from outside, whose word for what it covers is enough.
    var given: Int?
}
