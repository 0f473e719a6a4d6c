package import EventLoops
internal import HTTP
internal import Invitations
internal import JSON
internal import Links
internal import Service

extension Routes {
    /// Describes these routes. Without an app profile it includes those of an example link host, because a
    /// description is read before an app has a profile.
    func document(of all: [GatedRoute]) -> APIDocument {
        let profile = services.links.profile ?? Self.exampleProfile
        let opener = LinkOpener(
            links: services.links, profile: profile, limits: services.limits, offers: services.offers)
        let prefix = profile.prefixes[0]
        return APIDocument(
            routes: all.map { $0.describe() }, pages: pages.map { $0.describe() },
            linkRoutes: linkRoutes(opener, below: prefix).map { $0.describe() },
            linkHost: prefix.host, webhooks: { WebhookDescription.all(&$0) })
    }

    private static let exampleProfile = AppProfile(
        name: "Example", prefixes: [LinkPrefix("https://go.example.com")!])
}

/// The description as `shipmate openapi` prints it.
package enum PrintedDocument {
    /// - Parameters:
    ///   - added: routes of other modules.
    ///   - loop: for the endpoints, which are made and not asked.
    package static func json(
        _ limits: APILimits, _ added: [any AddedRoutes] = [], on loop: isolated EventLoop
    ) async throws -> [UInt8] {
        let services = try Services.idle(on: loop)
        let operations = Operations(
            services: [], exchanges: [], connections: { .none }, buffers: { (0, 0) },
            passwordQueueDepth: { 0 },
            log: try LogSink(descriptor: 2, minimum: nil))
        let routes = Routes(
            services: services, operations: operations, limits: limits,
            pictures: QRPictureWork(queueMax: limits.picturesQueueMax), added: added)
        let document = routes.document(of: routes.all)
        await services.close(on: loop)
        return JSONWriter.bytes(of: document.json)
    }
}
