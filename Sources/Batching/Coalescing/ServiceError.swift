/// The refusals and failures of one service's calls: a closed enum for each service. The API maps its cases
/// to problems one by one.
public protocol ServiceError: Error, Equatable {
    /// The database is away or slow, or a queue is full; nothing is half-written, and the same call may come
    /// again.
    static var unavailable: Self { get }
    /// Our fault; already logged.
    static var internalError: Self { get }
    /// An amount took a balance out of 64 bits, as a constraint tells; `.internalError` where no call moves
    /// any.
    static var balanceTooLarge: Self { get }
}

/// Failures of calls without a refusal.
package enum InfrastructureError: ServiceError {
    case unavailable
    case internalError

    package static var balanceTooLarge: InfrastructureError { .internalError }
}
