internal import API
internal import Delivery
internal import EventLoops
internal import HTTP
internal import JSON
internal import Service

/// `POST …/test/webhooks`: the receiver of a test. It replies with 204 to a message that this app has signed,
/// and with 401 to any other; both are kept.
struct ReceiveWebhook {
    let app: TestApp

    func respond(to request: Request, on loop: isolated EventLoop) async throws -> Response {
        guard let id = request.headers["webhook-id"], let signature = request.headers["webhook-signature"],
            let timestamp = request.headers["webhook-timestamp"].flatMap({ Int64($0) })
        else { throw Problem.unauthenticated }
        let isVerified = try await app.clone.awake().api.services.webhooks.hasSigned(
            request.body, id: id, timestamp: timestamp, signature: signature)
        app.received.add(
            ReceivedWebhooks.Message(
                id: id, isVerified: isVerified, body: try request.json(), byteCount: request.body.count))
        guard isVerified else { throw Problem.unauthenticated }
        return .noContent
    }
}

/// `GET …/test/webhooks?wait=`: the messages that came, the oldest first. With `wait` it replies when there
/// is one.
struct ListReceived {
    let app: TestApp

    func respond(to request: Request, on loop: isolated EventLoop) async throws -> Response {
        let found = try await Patience(request).until(on: loop) {
            try await app.clone.awake().driver.sendWebhooks(on: loop)
            return app.received.messages.isEmpty ? nil : app.received.messages
        }
        let receiver = app.url + "test/webhooks"
        return .json { writer in
            writer.object { writer in
                writer.member("receiver", receiver)
                writer.key("webhooks")
                writer.array { writer in
                    for message in found ?? [] {
                        writer.object { writer in
                            writer.member("id", message.id)
                            writer.member("verified", message.isVerified)
                            writer.member("body", message.body)
                        }
                    }
                }
            }
        }
    }
}
