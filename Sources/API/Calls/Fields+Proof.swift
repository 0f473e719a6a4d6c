internal import Accounts
internal import HTTP
internal import JSON

// The proof that a call needs, beside its token, if it changes how an account is signed in to.

extension OfferedProof {
    /// A password or an identity's token.
    static let field = field(
        password: Field(
            optional: "password", .string(1...1024),
            "The account's password, as proof. An anonymous user omits it."))

    /// - Parameters:
    ///   - password: what the call calls the account's; nil where it takes none.
    ///   - isForAll: false for calls that only accounts make, which no install signs.
    static func field(password: Field<String?>?, isForAll: Bool = true) -> Field<OfferedProof> {
        let install = isForAll ? InstallKeyInput.proof : nil
        let properties = [password?.properties, identity.properties, install?.properties]
        return Field(properties.flatMap { $0 ?? [] }) { fields in
            OfferedProof(
                password: password.flatMap { $0.read(&fields) } ?? nil,
                identity: identity.read(&fields) ?? nil,
                install: install.flatMap { $0.read(&fields) } ?? nil)
        }
    }

    private static let identity = Field(
        optional: "proof",
        RequestForm(
            "Proof", means: "An ID token of an identity that the account has.",
            Field("provider", .string(1...32), "The provider that signed the token."),
            Field(
                "id_token", .string(1...16_384),
                "From a sign-in with the provider in the last five minutes. Valid for one request.")
        ) { OfferedIdentity(provider: $0, token: $1) },
        "Instead of a password, or for an account without one.")
}

extension Call {
    func proof(_ offered: OfferedProof) throws(Problem) -> ProofRequest {
        ProofRequest(
            try user(), session: session, from: address, offering: offered,
            signed: signed(by: offered.install))
    }
}

extension Refusal {
    static let unproven = Refusal(
        403, "The proof that the user's owner makes the call is missing or wrong.",
        [AccountError.proofRequired.problem, AccountError.proofWrong.problem], as: "Unproven")
}

extension Problem {
    static let proofRequired = Problem(of: .proofRequired)
    static let proofWrong = Problem(of: .proofWrong)
}

extension ProblemType {
    static let proofs = [proofRequired, proofWrong, identityReserved, accountRecovered]

    static let proofRequired = ProblemType(
        403, "proof-required", "The call needs proof from the account's owner.",
        meaning: """
            An access token may be stolen, so it isn't enough to change how an account is signed in to. For \
            72 hours after an account was recovered, the proof must come from an identity that was linked \
            before. An account without a password and an identity can only be changed by its back end.
            """,
        remedy: """
            Ask the player for the password, or have the provider sign the player in again, and send the same \
            request with `password` or `proof`.
            """)

    static let proofWrong = ProblemType(
        403, "proof-wrong", "The proof is not valid.",
        meaning: """
            The password is wrong; or the ID token is not of an identity of the account, is older than five minutes, \
            or was used for another request.
            """,
        remedy: """
            Ask the player again, with a fresh ID token. After ten wrong proofs of a session in an hour the \
            reply is 429.
            """)

    static let accountRecovered = ProblemType(
        409, "account-recovered", "The account was recovered while the request ran.",
        meaning: """
            A password reset or an undo link was used after the proof was checked. Nothing was changed.
            """,
        remedy: "Have the player sign in again, and repeat the change if it is still wanted.")

    static let identityReserved = ProblemType(
        409, "identity-reserved", "The identity was unlinked recently.",
        meaning: "For 72 hours only the account that unlinked it can link it again.",
        remedy: "Sign in to that account and link it again, or wait for the 72 hours.")
}
