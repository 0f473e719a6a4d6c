import API
import TestSupport

/// The feed, streams, and webhooks.
extension AccessMatrixTests {
    static let deliveryCalls: [String: Set<Caller>] = [
        "GET /v1/users/me/stream": .users,
        "POST /v1/users/me/stream/tickets": .users,
        "GET /v1/users/me/changes": .users,
        "GET /v1/admin/changes": [.read, .admin],
        "GET /v1/admin/stream": [.read, .admin],
        "GET /v1/admin/webhooks": [.read, .admin],
        "POST /v1/admin/webhooks": [.admin],
        "GET /v1/admin/webhooks/{id}": [.read, .admin],
        "PATCH /v1/admin/webhooks/{id}": [.admin],
        "DELETE /v1/admin/webhooks/{id}": [.admin],
        "POST /v1/admin/webhooks/{id}/test": [.admin],
        "POST /v1/admin/webhooks/{id}/rotate-secret": [.admin],
        "POST /v1/admin/webhooks/{id}/enable": [.admin],
        "POST /v1/admin/webhooks/{id}/replay": [.admin],
        "POST /v1/admin/webhooks/{id}/pull": [.admin],
        "GET /v1/admin/webhooks/{id}/deliveries": [.read, .admin],
        "POST /v1/admin/webhooks/{id}/deliveries/{delivery}/resend": [.admin],
    ]

    /// No webhook has the id; nil for other routes.
    static func webhookStatus(of route: RouteSummary) -> Int? {
        guard route.pattern.hasPrefix("/v1/admin/webhooks/{id}") else { return nil }
        let readsBody =
            route.method == "PATCH" || ["/test", "/replay", "/pull"].contains(where: route.pattern.hasSuffix)
        return readsBody ? nil : 404
    }
}
