package import FoundationEssentials
internal import Values

/// Who does something by hand, as the audit has it.
package enum AuditActor {
    package static func key(_ id: UUID, named name: String) -> String {
        "key \(name) (\(id.lowercaseText))"
    }
}
