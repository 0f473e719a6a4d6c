internal import Forms
internal import FoundationEssentials
internal import HTTP
internal import JSON
internal import Rewards
internal import Values

/// How far a trial or a backfill is, and what it came to.
struct ShowTrial: Endpoint {
    let jobs: JobService

    func respond(to input: NoInput, on call: Call) async throws(Problem) -> TrialReply {
        guard let id = call.request.parameter("id").flatMap({ UUID(text: $0) }) else { throw .notFound }
        return TrialReply(
            job: try await mappingErrors { () throws(JobError) in try await jobs.job(id) })
    }
}

extension ShowTrial {
    var operation: Operation {
        Operation(
            "showTrial", .programme, "Show a trial or a backfill",
            "If its process ended, a trial has failed; a backfill is continued by another process."
        )
        .takes(.path("id", .uuid, "Identifies the trial."))
        .gives("The trial, with its result once it is done.", example: TrialReply.example)
        .refuses(Refusal(404, "The trial doesn't exist.", [.notFound]))
    }
}
