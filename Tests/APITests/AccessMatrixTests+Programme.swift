extension AccessMatrixTests {
    static let programmeCalls: [String: Set<Caller>] = [
        "GET /v1/admin/programme": [.read, .admin],
        "PUT /v1/admin/programme": [.admin],
        "GET /v1/admin/budgets": [.read, .admin],
        "GET /v1/admin/rules": [.read, .admin],
        "POST /v1/admin/rules": [.admin],
        "GET /v1/admin/rules/{name}": [.read, .admin],
        "PUT /v1/admin/rules/{name}": [.admin],
        "POST /v1/admin/rules/{name}/pause": [.admin],
        "POST /v1/admin/rules/{name}/resume": [.admin],
        "POST /v1/admin/rules/{name}/archive": [.admin],
        "GET /v1/admin/rules/{name}/versions": [.read, .admin],
        "POST /v1/admin/rules/{name}/backfill": [.admin],
        "POST /v1/admin/trials": [.admin],
        "GET /v1/admin/trials/{id}": [.read, .admin],
        "GET /v1/admin/pending-changes/{id}": [.read, .admin],
        "POST /v1/admin/pending-changes/{id}/withdraw": [.admin],
    ]
}
