package import Batching
internal import FoundationEssentials
internal import Ledger
internal import Postgres
package import Referrals
internal import Store
internal import Values

/// Which currencies there are.
package final class CurrencyService {
    private let context: RewardsContext

    package init(_ context: RewardsContext) {
        self.context = context
    }

    /// A page of all declared currencies, by name.
    package func all(
        after cursor: Currency?, limit: Int
    ) async throws(InfrastructureError) -> Page<DeclaredCurrency, Currency> {
        let found = try await context.call { () throws(PostgresError) in
            try await context.pool.run(ListCurrencies(after: cursor, limit: limit + 1))
        }
        return Page(found, limit: limit) { $0[$0.count - 1].currency }
    }

    /// Declares a currency, or changes what was declared; all processes know within a second.
    package func set(
        _ currency: Currency, title: String, state: DeclaredCurrency.State, actor: String
    ) async throws(CurrencyError) -> DeclaredCurrency {
        let now = context.clock.now
        let declared = DeclaredCurrency(
            currency: currency, title: title, state: state, createdAt: now, changedAt: now)
        let result = try await context.call(CurrencyError.self) { () throws(PostgresError) in
            try await set(declared, actor)
        }
        return try result.get()
    }

    private func set(
        _ declared: DeclaredCurrency, _ actor: String
    ) async throws(PostgresError) -> Result<DeclaredCurrency, CurrencyError> {
        try await context.pool.transaction { transaction throws(PostgresError) in
            let (found, all) = try await transaction.send(
                LockCurrency(declared.currency), ListCurrencies(after: nil, limit: CurrencyBook.countMax))
            guard let before = found.first else {
                guard all.count < CurrencyBook.countMax else { return .failure(.tooManyCurrencies) }
                return .success(try await write(declared, nil, actor, transaction))
            }
            // Nothing changes, and no notification is sent.
            if before.title == declared.title && before.state == declared.state { return .success(before) }
            return .success(try await write(declared, before, actor, transaction))
        }
    }

    private func write(
        _ declared: DeclaredCurrency, _ before: DeclaredCurrency?, _ actor: String, _ transaction: Transaction
    ) async throws(PostgresError) -> DeclaredCurrency {
        let entry = AuditEntry(
            id: context.makeID(), actor: actor,
            action: before == nil ? "currency.declare" : "currency.change", uid: nil,
            detail: declared.currency.description, createdAt: declared.changedAt,
            before: before.map(AuditText.currency), after: AuditText.currency(declared))
        let (written, _, _) = try await transaction.commit(
            SetCurrency(declared), NotifyCurrenciesChanged(),
            InsertAuditEntries([entry], by: context.ledgerKey))
        return written.first ?? declared
    }
}

/// Errors of declaring a currency.
package enum CurrencyError: ServiceError {
    case unavailable
    case internalError

    case tooManyCurrencies

    package static var balanceTooLarge: CurrencyError { .internalError }
}
