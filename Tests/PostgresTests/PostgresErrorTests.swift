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

    @Test func `none is silent, none has two lines`() {
        for error in [
            PostgresError.connectionLost(isCommitInDoubt: true), .connectionLost(isCommitInDoubt: false),
            .timedOut(.connection), .timedOut(.reply), .poolExhausted, .decoding("x"), .closed, .misuse("x"),
        ] {
            #expect(!error.description.isEmpty && !error.description.contains("\n"))
        }
    }
}
