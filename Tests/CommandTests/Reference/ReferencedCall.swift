import HTTP
import JSON
import TestSupport

/// An operation of the description, as the tables have it.
struct ReferencedCall {
    let method: String
    let path: String
    let tag: String
    let id: String
    let summary: String
    let callers: [String]

    static func all(in description: JSONValue) -> [ReferencedCall] {
        guard case .object(let paths) = description["paths"] else { return [] }
        return paths.flatMap { path -> [ReferencedCall] in
            guard case .object(let methods) = path.value else { return [] }
            return methods.map { ReferencedCall(method: $0.name, path: path.name, $0.value) }
        }
    }

    private init(method: String, path: String, _ operation: JSONValue) {
        self.method = method.uppercased()
        self.path = path
        tag = operation["tags"]?[0]?.string ?? ""
        id = operation["operationId"]?.string ?? ""
        summary = operation["summary"]?.string ?? ""
        let schemes = (operation["security"]?.array ?? []).flatMap { scheme -> [String] in
            guard case .object(let members) = scheme else { return [] }
            return members.map { Self.callers[$0.name] ?? $0.name }
        }
        let open = tag == "Firebase and Branch" ? "a key of the old API" : "anyone"
        callers = schemes.isEmpty ? [open] : schemes
    }

    private static let callers = [
        "userToken": "user", "serverKey": "server", "readKey": "read", "adminKey": "admin",
    ]
}
