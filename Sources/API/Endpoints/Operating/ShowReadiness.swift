internal import Batching
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
        let warnings = self.warnings() + services.setAside.warnings
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
            "showReadiness", .operating, "Check that the service is ready",
            """
            503 while the database is unavailable, and when the service begins to stop: it still serves, but \
            send requests elsewhere. `warnings` lists what an operator should check, such as a running \
            PostgreSQL whose files were replaced, or recurring work whose items fail.
            """
        )
        .gives("The process serves.", as: .json(.health), example: ["status": "ready"])
    }
}
