internal import HTTP

/// Every call on one page, to read.
struct ShowReference: Endpoint {
    /// Made when somebody asks first, for all loops.
    private static let page: Response? = {
        guard let description = try? JSONParser.parse(PackageResources.openapi_json) else { return nil }
        return ReferencePage(document: ReferenceDocument(description)).page.response
    }()

    func respond(to input: NoInput, on call: Call) throws(Problem) -> Response {
        guard let page = Self.page else { throw .internalError }
        return page
    }
}
