internal import HTTP

/// A file by which a platform learns that the link hosts and the apps are one's own; nil when links are off.
struct ShowAssociation: Endpoint {
    /// JSON.
    let file: [UInt8]?

    func respond(to input: NoInput, on call: Call) throws(Problem) -> Response {
        guard let file else { throw .linksOff }
        return Response(
            status: 200, contentType: "application/json", body: file,
            headers: [ResponseHeader(.cacheControl, "public, max-age=3600")])
    }
}
