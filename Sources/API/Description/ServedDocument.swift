internal import EventLoops
internal import HTTP

/// The document of a running service, put together once for all its loops.
final class ServedDocument: Sendable {
    private let kept = Locked<[UInt8]>([])
    private let reference = Locked<Response?>(nil)

    /// What `/openapi.json` answers.
    var bytes: [UInt8] { kept.withLock { $0 } }

    /// The same to read, made when somebody asks first.
    var page: Response? {
        if let page = reference.withLock({ $0 }) { return page }
        guard let description = try? JSONParser.parse(bytes) else { return nil }
        var page = ReferencePage(document: ReferenceDocument(description)).page.response
        page.isBodyShared = true
        reference.withLock { [page] in $0 = page }
        return page
    }

    func publish(_ document: APIDocument) {
        let bytes = JSONWriter.bytes(of: document.json)
        kept.withLock { $0 = bytes }
    }
}
