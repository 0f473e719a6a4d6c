internal import EventLoops
internal import FoundationEssentials
internal import Glibc
internal import JSON
internal import WebClient

/// `shipmate listen`: prints changes as they come, and forwards them, signed, to a receiver on this machine.
struct Listen {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private static let pauseMilliseconds = 1_000
    private static let waitSeconds: Int64 = 25
    /// Of a signal that comes twice.
    private static let interruptedStatus: Int32 = 130

    let options: ListenOptions

    func run(_ client: AdminClient, _ web: WebClient, on loop: isolated EventLoop) async throws {
        let signals = Signals { _exit(Self.interruptedStatus) }
        try signals.listen(on: loop)
        let webhook = try await make(client)
        let forwarder = Forwarder(url: options.forwardTo, client: web)
        let work = Task.immediate(priority: EventLoop.taskPriority) {
            try await pull(webhook, client, forwarder, on: loop)
        }
        Task.immediate(priority: EventLoop.taskPriority) {
            _ = loop
            while await signals.next() != .stop {}
            work.cancel()
        }
        let result = await work.result
        do throws(AdminClient.Failure) {
            try await client.delete("/v1/admin/webhooks/\(webhook)")
        } catch {
            if error.status == 404 { throw Failure(description: "the webhook was deleted on the server") }
            Console.report(
                "the webhook \(webhook) is not deleted now; the server does it in an hour: \(error)")
        }
        if !signals.isStopAsked { try result.get() }
    }

    /// A webhook that is pulled, so that tests, resends and replays come, too.
    private func make(_ client: AdminClient) async throws -> String {
        let types: JSONValue = options.types.map { .array($0.map { .string($0) }) } ?? "*"
        let made = try await client.post(
            "/v1/admin/webhooks",
            ["url": "pull:", "types": types, "description": "shipmate listen"])
        let id = made["webhook"]?.shown("id") ?? ""
        Console.print(
            """
            Forwarding to \(options.forwardTo). Stop with Ctrl-C.
            secret   \(made.shown("secret"))
            test it  shipmate webhooks test \(id) reward.paid

            """)
        return id
    }

    private func pull(
        _ webhook: String, _ client: AdminClient, _ forwarder: Forwarder, on loop: isolated EventLoop
    ) async throws {
        var results: [JSONValue] = []
        var isAway = false
        while !Task.isCancelled {
            do throws(AdminClient.Failure) {
                let reply = try await client.post(
                    "/v1/admin/webhooks/\(webhook)/pull",
                    ["wait": .integer(Self.waitSeconds), "results": .array(results)])
                if isAway { Console.report("the server is there again") }
                (results, isAway) = ([], false)
                for delivery in reply["deliveries"]?.elements ?? [] where !Task.isCancelled {
                    results.append(await forwarder.forward(delivery))
                }
            } catch {
                guard error.isTransient, !Task.isCancelled else { throw error }
                if !isAway { Console.report("\(error); trying again") }
                isAway = true
                try await loop.sleep(milliseconds: Self.pauseMilliseconds)
            }
        }
    }
}
