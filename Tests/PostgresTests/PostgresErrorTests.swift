import Testing

@testable import Postgres

/// What operators and the log read.
struct PostgresErrorTests {
    @Test func `what libpq says in several lines is one`() {
        let reason =
            "connection to server at \"a\", port 1 failed: refused\n\tIs the server running?\nat \"b\": too\n"
        #expect(
            PostgresError.cannotConnect(reason).description
                == "connection to server at \"a\", port 1 failed: refused; at \"b\": too")
    }

    @Test func `the server's words come with their code and statement`() {
        let error = PostgresError.server(
            ServerError(
                sqlState: "42501", message: "permission denied for table t", detail: nil, constraint: nil,
                table: nil, statement: "FindT"))
        #expect("\(error)" == "permission denied for table t (SQLSTATE 42501 of FindT)")
    }

    /// As PostgreSQL says it, and as Citus passes it on: of a statement, and of rows that it copied.
    @Test func `a broken constraint is known by its name, on a shard too`() {
        let words = [
            ("23505", #"duplicate key value violates unique constraint "users_pkey""#, "users_pkey"),
            ("23505", #"duplicate key value violates unique constraint "users_pkey_102008""#, nil),
            ("XX000", #"duplicate key value violates unique constraint "users_pkey_102008""#, nil),
        ]
        for (code, message, constraint) in words {
            let error = PostgresError.server(
                ServerError(
                    sqlState: code, message: message, detail: nil, constraint: constraint, table: nil,
                    statement: "InsertUsers"))
            #expect(error.isUniqueViolation() && error.isUniqueViolation("users_pkey"))
            #expect(!error.isUniqueViolation("users_p") && !error.isUniqueViolation("events_pkey"))
            #expect(!error.isCheckViolation("balances_not_negative"))
        }
        let check = PostgresError.server(
            ServerError(
                sqlState: "23514",
                message:
                    #"new row for relation "balances_102025" violates check constraint "balances_not_negative""#,
                detail: nil, constraint: nil, table: nil, statement: "SetBalances"))
        #expect(check.isCheckViolation("balances_not_negative") && !check.isUniqueViolation())
        let other = PostgresError.server(
            ServerError(
                sqlState: "XX000", message: "cache lookup failed", detail: nil, constraint: nil, table: nil,
                statement: "InsertUsers"))
        #expect(!other.isUniqueViolation() && !other.isUniqueViolation("users_pkey"))
    }

    @Test(arguments: [
        ("XX000", "could not commit transaction for shard 102008 on at least one active node", true),
        ("XX000", "failure on connection marked as essential: 10.0.0.2:5432", true),
        ("XX000", "could not connect to any active placements", true),
        ("XX000", "failed to prepare transaction 'citus_0_1' on host 10.0.0.2:5432", true),
        ("XX000", "server closed the connection unexpectedly\n\tThis probably means the server", true),
        ("XX000", "terminating connection because of crash of another server process", true),
        ("08006", "connection to the remote node shipmate_service@10.0.0.2:5432 failed", true),
        ("0A000", "could not create distributed plan", true), ("0A000", "could not convert", false),
        ("XX000", "cache lookup failed", false), ("23505", "could not commit transaction for shard 1", false),
    ])
    func `a node that was lost is nobody's mistake`(code: String, message: String, isTrouble: Bool) {
        let error = PostgresError.server(
            ServerError(
                sqlState: code, message: message, detail: nil, constraint: nil, table: nil,
                statement: "COMMIT"))
        #expect(error.isSystemTrouble == isTrouble)
        #expect(error.isRetryable == (isTrouble && code == "XX000"))
    }

    @Test func `none is silent, none has two lines`() {
        for error in [
            PostgresError.connectionLost(isCommitInDoubt: true), .connectionLost(isCommitInDoubt: false),
            .timedOut(.connection), .timedOut(.reply), .poolExhausted, .decoding("x"), .closed, .misuse("x"),
        ] {
            #expect(!error.description.isEmpty && !error.description.contains("\n"))
        }
    }
}
