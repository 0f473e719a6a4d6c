internal import Delivery
internal import HTTP
internal import JSON
internal import Referrals

/// Events as browsers read them (WHATWG HTML, section 9.2).
struct StreamWriter {
    /// How long a client waits before it comes back.
    private static let retryMilliseconds = 3_000

    let pieces: ResponsePieces

    init(_ pieces: ResponsePieces) {
        self.pieces = pieces
    }

    /// - Returns: false if the client is gone.
    func begin() -> Bool {
        let head = Response(
            status: 200, contentType: "text/event-stream",
            body: Array("retry: \(Self.retryMilliseconds)\n\n".utf8),
            headers: [
                ResponseHeader(.cacheControl, "no-cache, no-transform"),
                ResponseHeader(.accelBuffering, "no"),
            ])
        return pieces.begin(head)
    }

    func comment() async -> Bool { await pieces.send(Array(":\n\n".utf8)) }

    /// - Parameter cursor: where a client resumes that has read it; nil where it can't.
    func event(_ name: String, at cursor: ChangeCursor? = nil, _ data: some JSONEncodable) async -> Bool {
        var bytes: [UInt8] = []
        if let cursor { bytes += "id: \(cursor.text)\n".utf8 }
        bytes += "event: \(name)\ndata: ".utf8
        bytes += JSONWriter.bytes(of: data)
        bytes += "\n\n".utf8
        return await pieces.send(bytes)
    }

    func change(_ row: StoredChange, as name: String) async -> Bool {
        await event(name, at: row.cursor, ChangeBody(row))
    }
}
