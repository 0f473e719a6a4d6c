package import Referrals

/// Everything a use case can refuse or fail with; the API turns each into a problem.
package enum ServiceError: Error, Equatable {
    /// The database is away or slow, or a queue is full; nothing is half-written, and the same call may come
    /// again.
    case unavailable
    /// Our fault; already logged.
    case internalError

    case unauthenticated
    case forbidden
    case tooManyRequests(retryAfterSeconds: Int)

    case userNotFound
    case eventIDReused
    case factRefused(FactRefusal)

    case unknownReferrer
    case selfReferral
    case referralAlreadySet
    case referralWindowClosed

    case invalidPassword(PasswordPolicy.Violation)
    case invalidCredentials
    case credentialAlreadyLinked
    case emailAlreadyInUse

    case insufficientBalance(balance: Int64)
    case balanceTooLarge
    case postingIDReused

    /// No app profile is configured.
    case linksOff
    case linkNotFound
    case clickNotFound
    case aliasInUse
    case rewardNotFound
    /// A reward that is not held can be neither released nor voided otherwise.
    case rewardNotHeld(Reward.Status)
}
