internal import API
internal import Batching
internal import HTTP
internal import JSON

/// The actions on SIGHUP: log files are reopened, and the configuration's files reread.
struct Reread {
    let configuration: Configuration
    let server: APIServer
    let log: LogSink
    let logFiles: LogFiles
    /// The current ones.
    var files: RereadFiles

    mutating func run() async {
        for mistake in logFiles.openAgain() { Console.report(mistake) }
        do throws(ConfigurationMistakes) {
            let fresh = try RereadFiles(configuration)
            await server.replace(profile: fresh.profile, crossOrigin: CrossOrigin(fresh.origins))
            log.write(LogLine(.info, "configuration reread", fresh.changes(since: files)))
            for remark in fresh.remarks { log.write(LogLine(.warning, remark)) }
            files = fresh
        } catch {
            let mistakes = error.all.map(\.description)
            for mistake in mistakes { Console.report("not reread, nothing has changed: \(mistake)") }
            log.write(
                LogLine(
                    .error, "configuration not reread, nothing has changed",
                    ["mistakes": mistakes.joined(separator: "; ")]))
        }
    }
}
