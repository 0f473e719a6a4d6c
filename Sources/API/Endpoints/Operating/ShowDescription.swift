internal import HTTP

/// The API's own description, OpenAPI 3.1.
struct ShowDescription: Endpoint {
    func respond(to input: NoInput, on call: Call) -> Response {
        Response(status: 200, contentType: "application/json", body: PackageResources.openapi_json)
    }
}
