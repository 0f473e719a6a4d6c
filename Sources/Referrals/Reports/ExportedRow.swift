package import FoundationEssentials
package import Values

/// A row that is taken out for use elsewhere.
package struct ExportedRow: Equatable, Sendable {
    package let values: [ExportedValue]

    package init(_ values: [ExportedValue]) {
        self.values = values
    }
}

package enum ExportedValue: Equatable, Sendable {
    case null
    case text(String)
    case number(Int64)
    case id(UUID)
    case time(Timestamp)
}
