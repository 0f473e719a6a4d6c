internal import EventLoops
internal import JSON
internal import WebClient

/// One export, tried again as OTLP/HTTP specifies: after the statuses 429, 502, 503 and 504, and after a lost
/// connection.
struct TraceDelivery {
    enum Reply {
        /// With the number of spans that the collector rejected all the same, and its reason.
        case accepted(rejected: Int, String)
        case failed(String)
    }

    static let triesMax = 3
    private static let pauseMilliseconds = 500
    private static let pauseMillisecondsMax = 10_000

    private let request: WebRequest
    private let client: WebClient

    init(_ body: [UInt8], to collector: TraceCollector, through client: WebClient) {
        var request = WebRequest(url: collector.url)
        request.method = .post(body)
        request.headers = [("Content-Type", "application/json"), ("User-Agent", "shipmate")]
        request.headers += collector.headers.map { ($0.name, $0.value) }
        request.deadlineMilliseconds = collector.deadlineMilliseconds
        // The operator names it, and it may be on this machine.
        request.addresses = .any
        request.allowsPlainHTTP = true
        self.request = request
        self.client = client
    }

    func send(tries: Int, on loop: isolated EventLoop) async -> Reply {
        var reply = Reply.failed("")
        for attempt in 0..<tries {
            let (result, pause) = await attemptOnce()
            reply = result
            guard let pause, attempt + 1 < tries else { return reply }
            let milliseconds = min(max(pause, Self.pauseMilliseconds << attempt), Self.pauseMillisecondsMax)
            guard (try? await loop.sleep(milliseconds: milliseconds)) != nil else { return reply }
        }
        return reply
    }

    /// - Returns: Also the pause before the next attempt at least, in milliseconds; nil if none is of use.
    private func attemptOnce() async -> (Reply, Int?) {
        do throws(WebError) {
            let response = try await client.send(request)
            guard response.status != 200 else { return (Self.accepted(response.body), nil) }
            let failure = Reply.failed("status \(response.status)")
            guard [429, 502, 503, 504].contains(response.status) else { return (failure, nil) }
            let seconds = response.header("retry-after").flatMap { Int($0) } ?? 0
            return (failure, min(max(seconds, 0), 60) * 1_000)
        } catch {
            return (.failed("\(error)"), error == .cancelled ? nil : 0)
        }
    }

    /// A body without `partialSuccess` says that all were accepted.
    private static func accepted(_ body: [UInt8]) -> Reply {
        let partial = (try? JSONParser.parse(body))?["partialSuccess"]
        let rejected =
            switch partial?["rejectedSpans"] {
            case .string(let digits): Int(digits) ?? 0
            case .integer(let number): Int(number)
            default: 0
            }
        guard case .string(let reason) = partial?["errorMessage"] else {
            return .accepted(rejected: max(0, rejected), "spans rejected")
        }
        return .accepted(rejected: max(0, rejected), reason)
    }
}
