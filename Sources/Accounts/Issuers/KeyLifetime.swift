internal import EventLoops

/// How long published keys are believed.
struct KeyLifetime: Equatable, Sendable {
    /// The lifetime that an issuer requests by `Cache-Control`, and the default.
    private static let freshSeconds = 300...86_400
    /// While the issuer is away.
    private static let goodSeconds = 86_400
    /// For keys that aren't among them, they are asked for again at most this often.
    private static let pauseSeconds = 60
    /// After a failure.
    private static let retrySeconds = 5

    let readAt: MonotonicInstant
    let freshUntil: MonotonicInstant

    /// - Parameter cacheControl: the reply's header.
    init(readAt: MonotonicInstant, cacheControl: String?) {
        self.readAt = readAt
        let wanted = Self.maxAge(in: cacheControl ?? "") ?? 0
        let seconds = min(max(wanted, Self.freshSeconds.lowerBound), Self.freshSeconds.upperBound)
        freshUntil = readAt.adding(milliseconds: seconds * 1_000)
    }

    func isFresh(at now: MonotonicInstant) -> Bool { now < freshUntil }

    func isGood(at now: MonotonicInstant) -> Bool {
        now < readAt.adding(milliseconds: Self.goodSeconds * 1_000)
    }

    /// - Parameter last: when they were asked for last because of a key that isn't among them.
    static func mayLookAgain(since last: MonotonicInstant?, at now: MonotonicInstant) -> Bool {
        guard let last else { return true }
        return last.adding(milliseconds: pauseSeconds * 1_000) <= now
    }

    static func mayRetry(since failure: MonotonicInstant, at now: MonotonicInstant) -> Bool {
        failure.adding(milliseconds: retrySeconds * 1_000) <= now
    }

    /// RFC 9111, section 5.2.2.1.
    static func maxAge(in header: String) -> Int? {
        for part in header.split(separator: ",") {
            let words = part.filter { $0 != " " && $0 != "\t" }.lowercased().split(separator: "=")
            if words.count == 2, words[0] == "max-age" { return Int(words[1]) }
        }
        return nil
    }
}
