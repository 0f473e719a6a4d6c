internal import HTTP
internal import JSON

/// Every call on one page, to read.
struct ShowReference: Endpoint {
    let document: ServedDocument

    func respond(to input: NoInput, on call: Call) throws(Problem) -> Response {
        guard let page = document.page else { throw .internalError }
        return page
    }
}

extension ShowReference {
    var operation: Operation {
        Operation(
            "showReference", .operating, "Read the API reference",
            "This description as a page. Not on the link hosts, where the path may be a link."
        )
        .givesPage("The page.")
    }
}
