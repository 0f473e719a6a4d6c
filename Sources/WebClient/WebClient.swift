package import EventLoops

/// Requests and mails that go out, by libcurl on one loop. Any loop's task may send: it goes over there and
/// comes back.
///
/// Nothing is created before the first request. Cancelling a task ends its requests.
package final class WebClient: Sendable {
    package struct Limits: Sendable {
        /// At once, those that wait for a connection among them; one more is `.tooBusy`.
        package var requestsMax: Int
        /// Of a host's name and port; a request above it waits. Nil where callers limit what is in flight.
        package var connectionsPerHostMax: Int?
        /// Open connections, above which one that a request leaves is closed. Default: `requestsMax`.
        package var connectionsKeptMax: Int?

        package init(
            requestsMax: Int = 64, connectionsPerHostMax: Int? = 4, connectionsKeptMax: Int? = nil
        ) {
            self.requestsMax = requestsMax
            self.connectionsPerHostMax = connectionsPerHostMax
            self.connectionsKeptMax = connectionsKeptMax
        }
    }

    private let loop: EventLoop
    private let limits: Limits
    /// The loop's own. Not a `LoopLocal`: that would outlive an unclosed client.
    private nonisolated(unsafe) var engine: TransferEngine?

    package init(on loop: EventLoop, limits: Limits = Limits()) {
        self.loop = loop
        self.limits = limits
    }

    package func send(_ request: WebRequest) async throws(WebError) -> WebResponse {
        try await result(of: request, on: loop).get()
    }

    deinit {
        guard let engine else { return }
        // The last reference to it: nothing else can reach the engine any more.
        nonisolated(unsafe) let last = engine
        Task.immediate(priority: EventLoop.taskPriority) { [loop] in await Self.close(last, on: loop) }
    }

    private static func close(_ engine: sending TransferEngine, on loop: isolated EventLoop) {
        engine.close()
    }

    /// Returns when the server has taken the mail over.
    package func send(_ mail: OutgoingMail) async throws(WebError) {
        try await result(of: mail, on: loop).get()
    }

    /// Ends all that is under way; what is sent later is `.cancelled`.
    package func close() async {
        await close(on: loop)
    }

    private func result(
        of request: WebRequest, on loop: isolated EventLoop
    ) async -> Result<WebResponse, WebError> {
        do throws(WebError) {
            let transfer = try Transfer(request)
            let engine = try engine(on: loop)
            try engine.add(transfer)
            defer { engine.leave(transfer) }
            try await wait(for: transfer, engine, on: loop)
            return .success(transfer.response)
        } catch {
            return .failure(error)
        }
    }

    /// By libcurl until the server has authenticated us, and from there on by us: libcurl would wait for
    /// the last reply, and for that to `QUIT`, and block the loop.
    private func result(of mail: OutgoingMail, on loop: isolated EventLoop) async -> Result<Void, WebError> {
        do throws(WebError) {
            let transfer = try Transfer(mail)
            let engine = try engine(on: loop)
            let deadline = MonotonicInstant.now.adding(milliseconds: mail.deadlineMilliseconds)
            try engine.add(transfer)
            defer { engine.remove(transfer) }
            try await wait(for: transfer, engine, on: loop)
            let delivery = try MailDelivery(mail, through: transfer, until: deadline, on: loop)
            transfer.delivery = delivery
            try await wait(for: transfer, engine, on: loop)
            return .success(())
        } catch {
            return .failure(error)
        }
    }

    private func wait(
        for transfer: Transfer, _ engine: TransferEngine, on loop: isolated EventLoop
    ) async throws(WebError) {
        let id = transfer.id
        let result: Result<Void, WebError> = await withTaskCancellationHandler {
            // Later cancellations run after us on this loop.
            Task.isCancelled ? .failure(.cancelled) : await transfer.wait()
        } onCancel: {
            Task.immediate(priority: EventLoop.taskPriority) { await self.cancel(id, on: self.loop) }
        }
        try result.get()
    }

    private func cancel(_ id: Int, on loop: isolated EventLoop) {
        engine?.cancel(id)
    }

    private func close(on loop: isolated EventLoop) {
        (try? engine(on: loop))?.close()
    }

    private func engine(on loop: isolated EventLoop) throws(WebError) -> TransferEngine {
        if let engine { return engine }
        let made = try TransferEngine(limits, on: loop)
        engine = made
        return made
    }
}
