internal import EventLoops
internal import HTTP
internal import Service
internal import Values

/// One app under test: its clone, its keys, its records, and the failures to come.
final class TestApp {
    let id: String
    private(set) var clone: Clone
    var calls = CallLog()
    var faults = FaultList()
    var received = ReceivedWebhooks()
    /// Since then no call came.
    private(set) var calledAt = MonotonicInstant.now
    /// Calls that are served, with streams.
    fileprivate(set) var callsUnderWay = 0
    private let parts: AppParts

    init(_ clone: Clone, _ parts: AppParts) {
        id = clone.id
        self.clone = clone
        self.parts = parts
    }

    var url: String { "\(parts.url)/t/\(id)/" }

    /// Before a key of the product, which begins with `sk_`. So no app accepts another's key, nor does a
    /// server in production.
    var keyPrefix: String { "test_\(id)_" }
    var adminKey: String { keyPrefix + parts.adminKey }
    var serverKey: String { keyPrefix + parts.serverKey }

    /// Takes a new clone; calls and faults begin anew with it.
    ///
    /// - Returns: the former one.
    func reset(to clone: Clone) -> Clone {
        defer { self.clone = clone }
        calls = CallLog()
        faults = FaultList()
        received = ReceivedWebhooks()
        return self.clone
    }

    func noteCall() { calledAt = .now }

    /// A call, from its head until its reply ends. The app is not parked meanwhile.
    final class OpenCall {
        private let app: TestApp

        init(of app: TestApp) {
            self.app = app
            app.callsUnderWay += 1
        }

        deinit {
            app.callsUnderWay -= 1
            app.noteCall()
        }

        /// One that is not ready in time replies as a service without a database does.
        func becomeReady(on loop: isolated EventLoop) async {
            try? await app.clone.becomeReady(on: loop)
        }
    }

    /// The clock begins.
    func begin() async throws {
        guard let start = parts.clockStart else { return }
        try await clone.awake().driver.clock.set(start, isFrozen: false)
    }
}
