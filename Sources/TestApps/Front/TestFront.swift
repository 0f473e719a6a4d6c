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

    private static let noConsole = Problem(
        of: .notFound,
        detail: "A test server has no console. Run shipmate serve, and open /admin there.")

    private let table: AppTable
    /// Every call to `/test/` needs it; nil without one.
    private let token: String?
    /// Whether others than this machine can reach the server, under names of their own.
    private let isOpen: Bool
    /// Of other sites whose scripts may call, as on a server in production.
    private let origins: Set<String>
    private var routers: [ObjectIdentifier: (app: TestApp, router: Router)] = [:]
    /// Of a reply without a route.
    private let noRoutes = Router([])

    package init(_ table: AppTable, token: String?, isOpen: Bool, origins: Set<String> = []) {
        self.table = table
        self.token = token
        self.isOpen = isOpen
        self.origins = origins
    }

    /// Scripts of pages on this machine may read replies, such as those of a web game under test.
    package var crossOrigin: CrossOrigin {
        CrossOrigin { [origins] in TestPath.isLocal(origin: $0.text) || origins.contains($0.text) }
    }

    package func front(on loop: isolated EventLoop) -> Front {
        Front(lines: Self.line) { self.way($0, on: loop) }
    }

    /// The router of a request that names no app.
    package func router(on loop: isolated EventLoop) -> Router { table.root.clone.api?.router ?? noRoutes }

    private func way(_ head: RequestHead, on loop: isolated EventLoop) -> Front.Way {
        let found = TestPath(head)
        let app = found.appID.map(table.app) ?? table.root
        guard let app else {
            return refused(head, Problem(of: .notFound, detail: "There is no such app. It was deleted."))
        }
        table.noteCall(of: app)
        if let problem = problem(with: head, found) { return refused(head, problem) }
        do { try table.wake(app, on: loop) } catch {
            return refused(head, Problem(of: .unavailable, detail: "The app can't be woken: \(error)"))
        }
        let below = found.prefixBytes > 0 ? head.below(pathBytes: found.prefixBytes) : head
        if found.isOfTest(head.method) {
            if found.needsToken(head.method), let token, !isRight(head, token) {
                return refused(head, .unauthenticated)
            }
            return serving(app, Front.Way(below, to: router(of: app, on: loop)), on: loop)
        }
        if found.isOfConsole { return refused(head, Self.noConsole) }
        return way(to: app, below, found.rest, on: loop)
    }

    private func way(
        to app: TestApp, _ head: RequestHead, _ path: String, on loop: isolated EventLoop
    ) -> Front.Way {
        let (method, calls) = (head.methodText, app)
        let own = head.withoutTokenPrefix(app.keyPrefix)
        // Under the prefix all apps have one key.
        if own == nil, head.withoutTokenPrefix("sk_") != nil { return refused(head, .unauthenticated) }
        let way = Front.Way(own ?? head, to: app.clone.api?.router ?? noRoutes)
        if let fault = app.faults.next(method, path) {
            way.around = { await FaultyReply(fault).reply(to: $0, by: $1, isStream: $2, on: loop) }
        }
        way.onReply = { calls.calls.add(CallLog.Call(method: method, path: path, status: $0)) }
        return serving(app, way, on: loop)
    }

    private func serving(_ app: TestApp, _ way: Front.Way, on loop: isolated EventLoop) -> Front.Way {
        let call = TestApp.OpenCall(of: app)
        way.begin = { await call.becomeReady(on: loop) }
        return way
    }

    private func refused(_ head: RequestHead, _ problem: Problem) -> Front.Way {
        let way = Front.Way(head, to: noRoutes)
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
        guard let origin = head.headers["origin"], !TestPath.isLocal(origin: origin),
            !origins.contains(origin)
        else { return nil }
        return Problem(
            of: .forbidden,
            detail: "Scripts of other sites may not call a test server. Name them in SHIPMATE_CORS_ORIGINS.")
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
