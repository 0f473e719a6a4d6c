internal import HTTP
internal import JSON

/// The API's own description, OpenAPI 3.1.
struct ShowDescription: Endpoint {
    let document: ServedDocument

    func respond(to input: NoInput, on call: Call) -> Response {
        var response = Response(status: 200, contentType: "application/json", body: document.bytes)
        response.isBodyShared = true
        return response
    }
}

extension ShowDescription {
    var operation: Operation {
        Operation("showDescription", .operating, "Read this description")
            .gives(
                "OpenAPI 3.1.", as: .json(.openAPIDocument),
                example: [
                    "openapi": "3.1.0",
                    "info": ["title": "Shipmate", "version": .string(ProductVersion.current)],
                    "paths": .object([]),
                ])
    }
}

extension Schema {
    static var openAPIDocument: Schema {
        .map("OpenAPIDocument", of: .any, means: "A document of OpenAPI 3.1.")
    }
}
