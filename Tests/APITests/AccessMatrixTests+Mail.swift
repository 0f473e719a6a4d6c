import API
import Accounts

/// What an account's holder does about its e-mail, its password and its sessions.
extension AccessMatrixTests {
    static let mailCalls: [String: Set<Caller>] = [
        "GET /v1/users/me/sessions": .users,
        "DELETE /v1/users/me/sessions": .users,
        "DELETE /v1/users/me/sessions/{sid}": .users,
        "POST /v1/users/me/email/verification": .users,
        "PUT /v1/users/me/email": .users,
        "PUT /v1/users/me/password": .users,
        "POST /v1/email-verifications": .everybody,
        "POST /v1/password-resets": .everybody,
        "POST /v1/password-resets/{token}": .everybody,
        "GET /verify": .everybody,
        "POST /verify": .everybody,
        "GET /reset": .everybody,
        "POST /reset": .everybody,
        "GET /undo": .everybody,
        "POST /undo": .everybody,
        "GET /release": .everybody,
        "POST /release": .everybody,
        "DELETE /v1/users/me/password-reset": .users,
        "DELETE /v1/users/me/deletion": .users,
        "GET /v1/admin/users/{uid}/sessions": [.read, .admin],
        "DELETE /v1/admin/users/{uid}/sessions": [.admin],
        "PUT /v1/admin/users/{uid}/identities/{provider}": [.server],
        "DELETE /v1/admin/users/{uid}/identities/{provider}": [.admin],
        "POST /v1/admin/users/{uid}/password-reset": [.admin],
        "PUT /v1/admin/users/{uid}/email": [.admin],
        "GET /delete-account": .everybody,
        "POST /delete-account": .everybody,
    ]

    /// Where it is not what most calls say to who sends nothing: no mails go out, there is no such session,
    /// and no link was followed.
    static func mailStatus(of route: RouteSummary) -> Int? {
        switch route.pattern {
        case "/v1/users/me/email/verification", "/v1/users/me/sessions/{sid}", "/delete-account": 404
        case "/verify", "/reset", "/undo", "/release": 410
        default: nil
        }
    }
}
