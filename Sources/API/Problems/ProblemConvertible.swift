internal import EventLoops
package import HTTP
package import JSON
package import Limits

/// An error of a use case that has a problem for its caller.
package protocol ProblemConvertible: Error {
    var problem: Problem { get }
}

/// Runs a use case, its errors told as problems.
package func mappingErrors<Value, Failure: ProblemConvertible>(
    _ body: () async throws(Failure) -> Value
) async throws(Problem) -> Value {
    do throws(Failure) {
        return try await body()
    } catch {
        throw error.problem
    }
}

extension SharedRateLimiter {
    /// Takes one, or tells the caller when to come again.
    package func take(_ key: RateLimitKey, cost: Int = 1) throws(Problem) {
        try take(key, cost: cost, or: Problem.tooManyRequests(retryAfterSeconds:))
    }

    /// Tells a caller who has nothing left when to come again, and takes nothing.
    package func check(_ key: RateLimitKey) throws(Problem) {
        try take(key)
        refund(key, at: .now)
    }
}

extension Problem {
    package static func field(_ pointer: String, _ code: FieldError.Code, _ detail: String) -> Problem {
        .validation([FieldError(pointer: pointer, code, detail)])
    }

    static var balanceTooLarge: Problem { Problem(of: .balanceFull) }
}
