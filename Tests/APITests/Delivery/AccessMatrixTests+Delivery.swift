/// The feed, and streams.
extension AccessMatrixTests {
    static let deliveryCalls: [String: Set<Caller>] = [
        "GET /v1/users/me/stream": .users,
        "POST /v1/users/me/stream/tickets": .users,
        "GET /v1/users/me/changes": .users,
        "GET /v1/admin/changes": [.read, .admin],
        "GET /v1/admin/stream": [.read, .admin],
    ]
}
