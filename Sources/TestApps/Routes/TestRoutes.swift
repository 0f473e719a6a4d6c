internal import EventLoops
internal import HTTP
internal import JSON

/// The calls below `/test/`: of apps, and of one app.
struct TestRoutes {
    /// An advance may do the work of years.
    private static let handlerMilliseconds = 300_000
    static let bodyBytesMax = 4_194_304

    let table: AppTable
    let app: TestApp
    let loop: EventLoop

    func router(on loop: isolated EventLoop) -> Router {
        Router(
            apps(on: loop) + clock(on: loop) + records(on: loop) + [
                route(.post, "/test/faults") { try await SetFault(app: app).respond(to: $0) },
                route(.delete, "/test/faults") { _ in
                    app.faults = FaultList()
                    return .noContent
                },
                route(.post, "/test/seed", body: .any) { try await PlantSeed(app: app).respond(to: $0) },
            ])
    }

    private func apps(on loop: isolated EventLoop) -> [Route] {
        [
            route(.post, "/test/apps") { _ in
                do {
                    return .json(AppView(try await table.make(on: loop)), status: 201)
                } catch AppTable.Failure.tooMany {
                    throw Problem(
                        of: .unavailable, detail: "There are \(AppTable.appsMax) apps. Delete some.")
                }
            },
            route(.get, "/test/apps") { _ in
                let counts = table.counts
                return .json { writer in
                    writer.object { writer in
                        writer.member("apps", Int64(counts.apps))
                        writer.member("awake", Int64(counts.awake))
                    }
                }
            },
            route(.delete, "/test/apps/{id}") { request in
                guard let app = request.parameter("id").flatMap(table.app), app !== table.root else {
                    throw Problem.notFound
                }
                table.remove(app, on: loop)
                return .noContent
            },
            route(.delete, "/") { _ in try remove(on: loop) },
            route(.delete, "/t/{id}") { _ in try remove(on: loop) },
            route(.delete, "/test") { _ in try remove(on: loop) },
            route(.post, "/test/reset") { _ in
                try await table.reset(app, on: loop)
                return .json(AppView(app))
            },
        ]
    }

    private func remove(on loop: isolated EventLoop) throws -> Response {
        guard app !== table.root else { throw Problem.notFound }
        table.remove(app, on: loop)
        return .noContent
    }

    private func clock(on loop: isolated EventLoop) -> [Route] {
        [
            route(.get, "/test/clock") { _ in .json(ClockView(try app.clone.awake().driver.clock))
            },
            route(.post, "/test/clock") { try await MoveClock(app: app).respond(to: $0, on: loop) },
        ]
    }

    private func records(on loop: isolated EventLoop) -> [Route] {
        [
            route(.get, "/test/mails") { try await ListMails(app: app).respond(to: $0, on: loop) },
            route(.get, "/test/webhooks") {
                try await ListReceived(app: app).respond(to: $0, on: loop)
            },
            route(.post, "/test/webhooks", body: .any) {
                try await ReceiveWebhook(app: app).respond(to: $0, on: loop)
            },
            route(.get, "/test/calls") { _ in .json(CallsView(calls: app.calls.calls)) },
        ]
    }

    private func route(
        _ method: Method, _ pattern: String, body: Route.Body? = nil,
        _ handler: @escaping (Request) async throws -> Response
    ) -> Route {
        Route(
            method, pattern, body: body ?? (method == .post ? .json : .none),
            bodyBytesMax: Self.bodyBytesMax, handlerTimeoutMilliseconds: Self.handlerMilliseconds,
            takesLong: { true }
        ) { request in
            do {
                return try await handler(request)
            } catch let problem as Problem {
                return problem.response(requestID: request.id)
            } catch {
                let detail = "The test server failed: \(error)"
                return Problem(of: .internalError, detail: detail).response(requestID: request.id)
            }
        }
    }
}

/// An app for its test.
struct AppView: JSONEncodable {
    let app: TestApp

    init(_ app: TestApp) {
        self.app = app
    }

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("id", app.id)
            writer.member("url", app.url)
            writer.member("admin_key", app.adminKey)
            writer.member("server_key", app.serverKey)
        }
    }
}

/// Calls in the order of their replies.
struct CallsView: JSONEncodable {
    let calls: [CallLog.Call]

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.key("calls")
            writer.array { writer in
                for call in calls {
                    writer.object { writer in
                        writer.member("method", call.method)
                        writer.member("path", call.path)
                        // Null where the connection was cut.
                        writer.key("status")
                        if call.status == 0 { writer.null() } else { writer.integer(Int64(call.status)) }
                    }
                }
            }
        }
    }
}
