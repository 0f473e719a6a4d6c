internal import Accounts
package import HTTP
internal import JSON
internal import Values

extension InstallProofError: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .required: Problem(of: .installProofRequired, headers: Problem.unauthenticated.headers)
        case .wrong: Problem(of: .installProofWrong, headers: Problem.unauthenticated.headers)
        case .wrongTime(let time): .installProofTime(time)
        }
    }
}

extension Problem {
    static func installProofTime(_ time: InstallTime) -> Problem {
        Problem(
            of: .installProofTime,
            extensions: [
                JSONMember("server_time", .string(RFC3339.format(time.now))),
                JSONMember("nonce", .string(time.nonce)),
            ], headers: Problem.unauthenticated.headers)
    }
}

extension Refusal {
    static let installTime = Refusal(
        401,
        "The token or the credential is missing, invalid or no longer valid. Or the time in `install_proof` is "
            + "not now: the reply has the server's time, and a nonce.",
        [Problem.installProofTime(.example)], as: "InstallTime")
}

extension InstallTime {
    static let example = InstallTime(
        now: Timestamp(microsecondsSince1970: 1_795_694_400_000_000),
        nonce: "AAAAAGshzAAB9tY0mGZ4c1wq0Ck1V3m1dLxqJm0bq1g")
}

extension ProblemType {
    static let installs = [
        installProofRequired, installProofWrong, installProofTime, installKeyMismatch,
    ]

    static let installProofRequired = ProblemType(
        401, "install-proof-required", "The install must sign the refresh.",
        meaning:
            "The session is bound to the key of an install. Nothing has changed, and the session goes on.",
        remedy: "Send the same call with `install_proof`.")

    static let installProofWrong = ProblemType(
        401, "install-proof-wrong", "The proof of the install is not valid.",
        meaning: """
            The signature is not by the session's key; or the proof is for another method, host, path or \
            token, or was used before. Nothing has changed, and the session goes on.
            """,
        remedy: """
            Sign a new proof with a new `jti` for exactly this call. `ath` is the SHA-256 of the refresh token.
            """)

    static let installProofTime = ProblemType(
        401, "install-proof-time", "The time of the proof is not now.",
        meaning: """
            `iat` differs from `server_time` by more than 60 seconds, or the nonce is older than that. \
            Nothing has changed.
            """,
        remedy: "Sign a new proof with the `nonce` of this reply. The device's clock then doesn't count.")

    static let installKeyMismatch = ProblemType(
        409, "install-key-mismatch", "The anonymous user has another install key.",
        meaning: "The `Idempotency-Key` is known, and its user is bound to the key of an install.",
        remedy: "Send that key, or use a new `Idempotency-Key` for a new user.")
}
