internal import API
internal import Crypto
package import EventLoops
package import HTTP
internal import JSON

/// Finds the app of a request by the start of its path, `/t/ID/`, or by its host, `ID.localhost`. It refuses
/// requests of other sites' pages.
package final class TestFront {
    /// Every reply has it, so that no client takes this server for production.
    private static let line = "Shipmate-Test: 1\r\n"

    private let table: AppTable
    /// Every call to `/test/` needs it; nil without one.
    private let token: String?
    /// Whether others than this machine can reach the server, under names of their own.
    private let isOpen: Bool
    private var routers: [ObjectIdentifier: (app: TestApp, router: Router)] = [:]

    package init(_ table: AppTable, token: String?, isOpen: Bool) {
        self.table = table
        self.token = token
        self.isOpen = isOpen
    }

    package func front(on loop: isolated EventLoop) -> Front {
        Front(lines: Self.line) { self.way($0, on: loop) }
    }

    /// The router of a request that names no app.
    package func router(on loop: isolated EventLoop) -> Router { table.root.clone.api.router }

    private func way(_ head: RequestHead, on loop: isolated EventLoop) -> Front.Way {
        let found = TestPath(head)
        let app = found.appID.map(table.app) ?? table.root
        guard let app else {
            return refused(head, Problem(of: .notFound, detail: "There is no such app. It was deleted."))
        }
        table.noteCall(of: app)
        if let problem = problem(with: head, found) { return refused(head, problem) }
        let below = found.prefixBytes > 0 ? head.below(pathBytes: found.prefixBytes) : head
        if found.isOfTest(head.method) {
            if found.needsToken(head.method), let token, !isRight(head, token) {
                return refused(head, .unauthenticated)
            }
            return Front.Way(below, to: router(of: app, on: loop))
        }
        return way(to: app, below, found.rest, on: loop)
    }

    private func way(
        to app: TestApp, _ head: RequestHead, _ path: String, on loop: isolated EventLoop
    ) -> Front.Way {
        let (method, calls) = (head.methodText, app)
        let own = head.withoutTokenPrefix(app.keyPrefix)
        // Under the prefix all apps have one key.
        if own == nil, head.withoutTokenPrefix("sk_") != nil { return refused(head, .unauthenticated) }
        let way = Front.Way(own ?? head, to: app.clone.api.router)
        if let fault = app.faults.next(method, path) {
            way.around = { await FaultyReply(fault).reply(to: $0, by: $1, on: loop) }
        }
        way.onReply = { calls.calls.add(CallLog.Call(method: method, path: path, status: $0)) }
        return way
    }

    private func refused(_ head: RequestHead, _ problem: Problem) -> Front.Way {
        let way = Front.Way(head, to: table.root.clone.api.router)
        way.refusal = problem
        return way
    }

    /// Another site's page can send requests here, by a name of its own for this address (Host), or from its
    /// scripts (Origin).
    private func problem(with head: RequestHead, _ found: TestPath) -> Problem? {
        if !isOpen, !found.isLocal {
            return Problem(
                of: .forbidden,
                detail: "The Host must be this machine. Start with --listen and --token for others.")
        }
        guard let origin = head.headers["origin"], !TestPath.isLocal(origin: origin) else { return nil }
        return Problem(of: .forbidden, detail: "Scripts of other sites may not call a test server.")
    }

    private func isRight(_ head: RequestHead, _ token: String) -> Bool {
        guard let value = head.headers["authorization"] else { return false }
        return Sodium.areEqual(Array(value.utf8), Array("Bearer \(token)".utf8))
    }

    private func router(of app: TestApp, on loop: isolated EventLoop) -> Router {
        if let made = routers[ObjectIdentifier(app)] { return made.router }
        routers = routers.filter { table.app($0.value.app.id) === $0.value.app }
        let router = TestRoutes(table: table, app: app, loop: loop).router(on: loop)
        routers[ObjectIdentifier(app)] = (app, router)
        return router
    }
}
