import HTTP
import JSON
import TestSupport
import Testing

extension TestClient {
    /// A user without what it alone sees of itself.
    func seenByAll(_ user: TestUser) throws -> JSONValue? {
        guard case .object(let members) = try get("/v1/users/me", token: user.token).json["user"] else {
            return nil
        }
        return .object(members.filter { !["identities", "deletion_at", "reset_at"].contains($0.name) })
    }
}
