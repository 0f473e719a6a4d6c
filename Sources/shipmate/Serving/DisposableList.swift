internal import API
internal import Batching
internal import EventLoops
internal import Glibc
internal import Referrals
internal import Rewards

/// The domains of disposable mail, where a file has them: a second after it changes, its new list counts.
struct DisposableList: Sendable {
    private static let pauseMilliseconds = 1_000

    let mail: DisposableMail
    private let configuration: Configuration
    /// The file as it was read.
    private let stamp: Stamp?

    init(_ configuration: Configuration) throws(ConfigurationMistakes) {
        self.configuration = configuration
        stamp = Stamp(configuration.disposableDomainsPath)
        mail = DisposableMail(try configuration.disposableDomains() ?? .builtIn)
    }

    /// Until the loop ends; returns at once.
    func watch(on loop: isolated EventLoop, _ log: LogSink) {
        guard !configuration.disposableDomainsPath.isEmpty else { return }
        Task.immediate(priority: EventLoop.taskPriority) {
            var seen = stamp
            while (try? await loop.sleep(milliseconds: Self.pauseMilliseconds)) != nil {
                let now = Stamp(configuration.disposableDomainsPath)
                guard now != seen else { continue }
                seen = now
                readAgain(log)
            }
        }
    }

    private func readAgain(_ log: LogSink) {
        do throws(ConfigurationMistakes) {
            guard let domains = try configuration.disposableDomains() else { return }
            mail.replace(domains)
            log.write(LogLine(.info, "disposable domains reread", ["domains": "\(domains.count)"]))
        } catch {
            let mistakes = error.all.map(\.description).joined(separator: "; ")
            log.write(
                LogLine(
                    .warning, "disposable domains not reread, the previous ones stay", ["mistake": mistakes]))
        }
    }

    /// Another whenever the file may have other content.
    private struct Stamp: Equatable, Sendable {
        let inode: UInt64
        let size: Int64
        let seconds: Int64
        let nanoseconds: Int64

        init?(_ path: String) {
            var status = Glibc.stat()
            guard !path.isEmpty, stat(path, &status) == 0 else { return nil }
            (inode, size) = (UInt64(status.st_ino), Int64(status.st_size))
            seconds = Int64(status.st_mtim.tv_sec)
            nanoseconds = Int64(status.st_mtim.tv_nsec)
        }
    }
}
