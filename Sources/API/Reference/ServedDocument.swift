internal import EventLoops
internal import HTTP
internal import JSON
internal import Pages

/// The document of a running service, one for all its loops; put together when it is first asked for.
final class ServedDocument: Sendable {
    private enum State {
        case described(APIDocument)
        case written([UInt8])
    }

    private let state = Locked<State>(.written([]))
    private let reference = Locked<Response?>(nil)

    /// The reply of `/openapi.json`.
    var bytes: [UInt8] {
        state.withLock { state in
            if case .described(let document) = state {
                state = .written(JSONWriter.bytes(of: document.json))
            }
            guard case .written(let bytes) = state else { return [] }
            return bytes
        }
    }

    /// The same to read.
    var page: Response? {
        if let page = reference.withLock({ $0 }) { return page }
        guard let description = try? JSONParser.parse(bytes) else { return nil }
        var page = ReferencePage(document: ReferenceDocument(description)).page.response
        page.isBodyShared = true
        reference.withLock { [page] in $0 = page }
        return page
    }

    func publish(_ document: APIDocument) {
        state.withLock { $0 = .described(document) }
    }
}
