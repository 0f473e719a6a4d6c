/// What redeeming and adjusting can refuse or fail with.
package enum PostingError: ServiceError {
    case unavailable
    case internalError

    case userNotFound
    /// The id was used for another entry.
    case postingIDReused
    case insufficientBalance(balance: Int64)
    /// The balance would leave 64 bits.
    case balanceTooLarge
}
