import EventLoops
import FoundationEssentials
import HTTP
import JSON
import TestSupport

@testable import API
@testable import shipmate

/// A file of `Documentation/reference`, made from what it documents.
enum ReferenceFile: String, CaseIterable, Sendable {
    case settings = "Settings.md"
    case errors = "Errors.md"
    case calls = "Calls.md"
    case scopes = "Scopes.md"
    case metrics = "Metrics.md"
    case commands = "CommandLine.md"
    case openapi = "openapi.json"

    var path: String {
        #filePath.replacing(
            "Tests/CommandTests/Reference/ReferenceFile.swift", with: "Documentation/reference/\(rawValue)")
    }

    func text() async throws -> String {
        switch self {
        case .settings: ReferencePage.settings
        case .errors: ReferencePage.errors
        case .calls: ReferencePage.calls(try await Self.description())
        case .scopes: ReferencePage.scopes(try await Self.description())
        case .metrics: try ReferencePage.metrics()
        case .commands: ReferencePage.commands
        case .openapi: try await Self.description().lines(unfolding: 3) + "\n"
        }
    }

    private static func description() async throws -> JSONValue {
        let configuration = try Configuration(environment: [:])
        return try JSONParser.parse(
            try await onLoop { loop in
                try await PrintedDocument.json(configuration.apiLimits, configuration.addedRoutes, on: loop)
            })
    }
}

extension JSONValue {
    /// The outer levels a member a line, so that a change shows in a few lines.
    func lines(unfolding levels: Int, indent: String = "") -> String {
        guard levels > 0, case .object(let members) = self, !members.isEmpty else {
            return String(decoding: JSONWriter.bytes(of: self), as: UTF8.self)
        }
        let inner = indent + "  "
        let lines = members.map { member in
            let name = String(decoding: JSONWriter.bytes(of: JSONValue.string(member.name)), as: UTF8.self)
            return "\(inner)\(name): \(member.value.lines(unfolding: levels - 1, indent: inner))"
        }
        return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
    }
}
