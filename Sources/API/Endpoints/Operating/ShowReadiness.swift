internal import HTTP
internal import JSON
internal import Service

/// Answers 503 while the database is away and once the process is about to end; else says what an operator
/// should look after.
struct ShowReadiness: Endpoint {
    let services: Services
    let warnings: @Sendable () -> [String]

    func respond(to input: NoInput, on call: Call) throws(Problem) -> Response {
        guard services.isReady else { throw .unavailable }
        let warnings = self.warnings()
        return .json { writer in
            writer.object {
                $0.member("status", "ready")
                if !warnings.isEmpty { $0.member("warnings", warnings) }
            }
        }
    }
}

extension ShowReadiness {
    var operation: Operation {
        Operation(
            "showReadiness", .operating, "Whether the database answers",
            """
            503 while the database is away, and once the service is told to stop: while it still serves, send \
            requests elsewhere. `warnings` says what an operator should look after, such as a \
            PostgreSQL whose files were replaced while it runs.
            """
        )
        .gives("It does.", as: .json(.health), example: ["status": "ready"])
    }
}
