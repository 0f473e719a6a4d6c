internal import Accounts
internal import Basics
internal import Batching
internal import Crypto
internal import EmbeddedPostgres
internal import EventLoops
internal import FoundationEssentials
internal import Ledger
internal import Postgres
internal import Referrals
internal import Values

/// `shipmate operators`: adds, lists, resets and removes operators of the console, as the owner.
struct KeepOperators {
    enum Action: Equatable {
        case add(EmailAddress, OperatorRole, isMailed: Bool)
        case list
        case setRole(EmailAddress, OperatorRole)
        /// Nil for no limit.
        case setLimit(OperatorRole, Int32?)
        case reset(EmailAddress, isMailed: Bool)
        case remove(EmailAddress)
    }

    let configuration: Configuration
    let action: Action

    func run(_ urls: DatabaseURLs, on loop: isolated EventLoop) async throws {
        let mail = OperatorInvitationMail(configuration: configuration)
        if action.isMailed { try mail.check() }
        try await configuration.withOwnerPool(urls, on: loop) { pool in
            let link = try await perform(try await service(pool))
            guard let link else { return }
            let url = mail.url(of: link.token)
            guard action.isMailed else { return Console.print(url) }
            let time = Timestamp(
                microsecondsSince1970: try await pool.readClock().time.microsecondsSince1970)
            try await mail.send(url, to: link.email, at: time, on: loop)
            Console.report("the link was mailed to \(link.email); it works for 24 hours")
        }
    }

    /// An operator's secrets are encrypted under the root secret.
    private func service(_ pool: PostgresPool) async throws -> OperatorService {
        let makesMissing = action != .list
        let operators = OperatorService(
            pool: pool, ledgerKeys: try configuration.ledgerKeys(makesMissing: makesMissing),
            rootKey: try configuration.rootKey(makesMissing: makesMissing))
        if action != .list, let refusal = try await operators.refusal() {
            throw CommandFailure("\(refusal)")
        }
        return operators
    }

    /// - Returns: the token of a new link.
    private func perform(
        _ operators: OperatorService
    ) async throws -> (token: String, email: EmailAddress)? {
        switch action {
        case .list: try await list(operators)
        case .add(let email, let role, _):
            return (try await operators.add(email, as: role, actor: Operator.name).get(), email)
        case .reset(let email, _):
            let token = try await operators.reset(email, actor: Operator.name).get()
            Console.report("password and second factor are void, and all sessions have ended")
            return (token, email)
        case .setRole(let email, let role):
            try await operators.setRole(of: email, to: role, actor: Operator.name).get()
            Console.report("\(email) has the role \(role.rawValue)")
        case .setLimit(let role, let actions):
            try await operators.setLimit(of: role, to: actions, actor: Operator.name)
            let limit = actions.map { "a limit of \($0)" } ?? "no limit of"
            Console.report("\(role.rawValue) has \(limit) actions a day")
        case .remove(let email):
            try await operators.remove(email, actor: Operator.name).get()
            Console.report("removed; all sessions have ended")
        }
        return nil
    }

    private func list(_ operators: OperatorService) async throws {
        let rows = try await operators.list().map { one in
            [
                one.email, one.role.rawValue, one.hasAccepted ? "active" : "invited",
                CivilDate(secondsSince1970: one.createdAt.secondsSince1970).description,
                minute(one.lastSeenAt),
            ]
        }
        Console.print(TextTable(["EMAIL", "ROLE", "STATE", "ADDED", "LAST SEEN"], rows: rows).description)
    }

    /// To the minute, in UTC; nothing for never.
    private func minute(_ time: Timestamp?) -> String {
        time.map { RFC3339.format($0).prefix(16) + "Z" } ?? ""
    }
}

extension KeepOperators.Action {
    fileprivate var isMailed: Bool {
        switch self {
        case .add(_, _, let isMailed), .reset(_, let isMailed): isMailed
        case .list, .setRole, .setLimit, .remove: false
        }
    }
}
