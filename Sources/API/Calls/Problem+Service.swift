internal import HTTP
internal import Referrals
internal import Service

extension Problem {
    /// What a caller is told of a use case that refused or failed.
    init(_ error: ServiceError) {
        switch error {
        case .unavailable: self = .unavailable
        case .internalError: self = .internalError
        case .unauthenticated: self = .unauthenticated
        case .forbidden: self = .forbidden
        case .tooManyRequests(let seconds): self = .tooManyRequests(retryAfterSeconds: seconds)
        case .userNotFound, .linkNotFound, .rewardNotFound: self = .notFound
        case .linksOff: self = .linksOff
        case .invalidPassword(let violation): self = .password(violation)
        case .balanceTooLarge:
            self = .field("/amount", .outOfRange, "The balance would leave the range of 64 bits.")
        default: self = .refusal(error)
        }
    }

    /// The refusals that have a type of their own.
    private static func refusal(_ error: ServiceError) -> Problem {
        switch error {
        case .eventIDReused:
            Problem(of: .eventIDReused)
        case .postingIDReused:
            Problem(of: .postingIDReused)
        case .unknownReferrer: Problem(of: .unknownReferrer)
        case .selfReferral: Problem(of: .selfReferral)
        case .referralAlreadySet:
            Problem(of: .referralAlreadySet)
        case .referralWindowClosed:
            Problem(of: .referralWindowClosed)
        case .invalidCredentials:
            Problem(
                of: .invalidCredentials,
                headers: [ResponseHeader(.wwwAuthenticate, "Bearer")])
        case .credentialAlreadyLinked:
            Problem(of: .credentialAlreadyLinked)
        case .emailAlreadyInUse:
            Problem(of: .emailAlreadyInUse)
        case .rewardNotHeld(let status):
            Problem(
                of: .rewardAlreadySettled,
                extensions: [JSONMember("reward_status", .string(status.rawValue))])
        case .aliasInUse: Problem(of: .aliasInUse)
        case .clickNotFound: Problem(of: .clickNotFound)
        case .insufficientBalance(let balance):
            Problem(
                of: .insufficientBalance,
                extensions: [JSONMember("balance", .integer(balance))])
        default: .internalError
        }
    }

    private static func password(_ violation: PasswordPolicy.Violation) -> Problem {
        switch violation {
        case .tooShort: field("/password", .tooShort, "A password has 8 characters at least.")
        case .tooLong: field("/password", .tooLong, "A password has 128 characters at most.")
        case .common: field("/password", .init("common"), "This password is among the common ones.")
        case .isEmail: field("/password", .init("is_email"), "The password must not be the e-mail.")
        }
    }

    static func field(_ pointer: String, _ code: FieldError.Code, _ detail: String) -> Problem {
        .validation([FieldError(pointer: pointer, code, detail)])
    }
}

/// Runs a use case, its errors told as problems.
func serving<Value>(
    _ body: () async throws(ServiceError) -> Value
) async throws(Problem) -> Value {
    do throws(ServiceError) {
        return try await body()
    } catch {
        throw Problem(error)
    }
}
