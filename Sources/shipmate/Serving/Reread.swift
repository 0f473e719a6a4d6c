internal import API
internal import Batching
internal import HTTP
internal import JSON

/// What SIGHUP asks for: log files are opened again, and the files of the configuration read again.
struct Reread {
    let configuration: Configuration
    let server: APIServer
    let log: LogSink
    let logFiles: LogFiles
    /// As they are in force.
    var files: RereadFiles

    mutating func run() async {
        for mistake in logFiles.openAgain() { Console.report(mistake) }
        do throws(ConfigurationMistakes) {
            let fresh = try RereadFiles(configuration)
            await server.replace(profile: fresh.profile, crossOrigin: CrossOrigin(fresh.origins))
            log.write(LogLine(.info, "configuration read again", fresh.changes(since: files)))
            for remark in fresh.remarks { log.write(LogLine(.warning, remark)) }
            files = fresh
        } catch {
            let mistakes = error.all.map(\.description)
            for mistake in mistakes { Console.report("not read again, nothing has changed: \(mistake)") }
            log.write(
                LogLine(
                    .error, "configuration not read again, nothing has changed",
                    ["mistakes": mistakes.joined(separator: "; ")]))
        }
    }
}
