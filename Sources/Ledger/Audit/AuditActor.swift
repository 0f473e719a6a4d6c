package import FoundationEssentials
internal import Values

/// The actor of a manual change, as in the audit.
package enum AuditActor {
    package static func key(_ id: UUID, named name: String) -> String {
        "key \(name) (\(id.lowercaseText))"
    }

    package static func `operator`(_ id: UUID, email: String) -> String {
        "operator \(email) (\(id.lowercaseText))"
    }
}
