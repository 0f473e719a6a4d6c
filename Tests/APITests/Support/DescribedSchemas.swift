import HTTP
import JSON
import TestSupport

/// Every schema of a description, where it stands and what it is for.
struct DescribedSchemas {
    struct Place {
        /// As `User.email`, or a call and its status.
        let name: String
        let value: JSONValue
        var isProperty = false
        var isNamed = false
    }

    struct Parameter {
        let name: String
        let value: JSONValue

        var schema: Place { Place(name: name, value: value["schema"] ?? .null) }
    }

    let description: Description
    /// All that components have, those of headers and parameters apart.
    let all: [Place]
    let inRequests: [Place]
    let inReplies: [Place]
    let parameters: [Parameter]

    init(_ description: Description) {
        self.description = description
        let components = description.document["components"]?["schemas"]
        all = (components?.names ?? []).flatMap { name in
            Self.places(in: components?[name] ?? .null, name, isNamed: true)
        }
        let requests = description.operations.map { ($0.name, $0.value["requestBody"] ?? .null) }
        let replies = description.operations.flatMap { operation in
            (operation.value["responses"]?.names ?? []).map { status in
                let reply = description.followed(operation.value["responses"]?[status])
                return ("\(operation.name) \(status)", reply ?? .null)
            }
        }
        inRequests = Self.reached(from: requests, description)
        inReplies = Self.reached(from: replies, description)
        parameters = Self.parameters(of: description)
    }

    private static func parameters(of description: Description) -> [Parameter] {
        let inCalls = description.operations.flatMap { operation in
            (operation.value["parameters"]?.array ?? []).compactMap(description.followed).map {
                Parameter(name: "\(operation.name) \($0["name"]?.string ?? "")", value: $0)
            }
        }
        let headers = description.document["components"]?["headers"]
        return inCalls + (headers?.names ?? []).map { Parameter(name: $0, value: headers?[$0] ?? .null) }
    }

    /// The schemas of bodies, and all that they refer to, each once.
    private static func reached(
        from bodies: [(name: String, value: JSONValue)], _ description: Description
    ) -> [Place] {
        var found: [Place] = []
        var seen: Set<String> = []
        func visit(_ places: [Place]) {
            for place in places {
                found.append(place)
                guard let reference = place.value["$ref"]?.string, seen.insert(reference).inserted,
                    let target = description.checker.resolve(reference)
                else { continue }
                visit(
                    Self.places(in: target, String(reference.split(separator: "/").last ?? ""), isNamed: true)
                )
            }
        }
        for body in bodies {
            let content = body.value["content"]
            for type in content?.names ?? [] {
                visit(Self.places(in: content?[type]?["schema"] ?? .null, body.name))
            }
        }
        return found
    }

    /// A schema and those within it.
    private static func places(
        in schema: JSONValue, _ name: String, isProperty: Bool = false, isNamed: Bool = false
    ) -> [Place] {
        var places = [Place(name: name, value: schema, isProperty: isProperty, isNamed: isNamed)]
        for member in schema["properties"]?.names ?? [] {
            places += Self.places(
                in: schema["properties"]?[member] ?? .null, "\(name).\(member)", isProperty: true)
        }
        for word in ["items", "additionalProperties"] {
            if let inner = schema[word], case .object = inner {
                places += Self.places(in: inner, "\(name)[]")
            }
        }
        for word in ["oneOf", "anyOf"] {
            for choice in schema[word]?.array ?? [] { places += Self.places(in: choice, name) }
        }
        return places
    }
}
