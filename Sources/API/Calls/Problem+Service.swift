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
            Problem(422, "event-id-reused", "This event id was used for another event.")
        case .postingIDReused:
            Problem(422, "entry-id-reused", "This id was used for another entry.")
        case .unknownReferrer: Problem(422, "unknown-referrer", "No user has this uid or referral code.")
        case .selfReferral: Problem(422, "self-referral", "Nobody can refer themselves.")
        case .referralAlreadySet:
            Problem(409, "referral-already-set", "Another referrer was recorded before.")
        case .referralWindowClosed:
            Problem(409, "referral-window-closed", "A referrer can be recorded only before sign-up.")
        case .invalidCredentials:
            Problem(
                401, "invalid-credentials", "The e-mail or the password is wrong.",
                headers: [ResponseHeader(.wwwAuthenticate, "Bearer")])
        case .credentialAlreadyLinked:
            Problem(409, "credential-already-linked", "This user has another credential.")
        case .emailAlreadyInUse:
            Problem(409, "email-already-in-use", "Another account has this e-mail.")
        case .rewardNotHeld(let status):
            Problem(
                409, "reward-already-settled", "The reward is not held, and stays as it is.",
                extensions: [JSONMember("reward_status", .string(status.rawValue))])
        case .aliasInUse: Problem(409, "alias-already-in-use", "Another link has this alias.")
        case .clickNotFound: Problem(404, "click-not-found", "No click on a link has this id.")
        case .insufficientBalance(let balance):
            Problem(
                409, "insufficient-balance", "The balance is too small.",
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
