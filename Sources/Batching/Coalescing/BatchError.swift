/// Why a whole batch failed.
public enum BatchError<Refusal: ServiceError>: Error, Equatable {
    /// The database is away: splitting would not help.
    case unavailable
    /// Another transaction holds a lock that a command needs.
    case locked
    /// It conflicted with others, again and again.
    case conflicted
    /// Something in the batch was refused; alone, its command gets this.
    case refused(Refusal)

    package var reason: Refusal {
        switch self {
        case .unavailable, .locked, .conflicted: .unavailable
        case .refused(let reason): reason
        }
    }
}
