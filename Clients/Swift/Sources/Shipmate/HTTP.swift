import Foundation

/// A request as a transport gets it.
public struct HTTPRequest: Sendable {
    public let method: String
    public let url: URL
    public let headers: [String: String]
    public let body: Data?
    /// The longest pause between two parts of the reply, in seconds.
    public let timeLimitSeconds: Double

    public static func get(_ url: URL, timeLimitSeconds: Double = 15) -> HTTPRequest {
        HTTPRequest(method: "GET", url: url, headers: [:], body: nil, timeLimitSeconds: timeLimitSeconds)
    }
}

/// A whole reply. Names of `headers` are in lower case.
public struct HTTPReply: Sendable {
    public let status: Int
    public let headers: [String: String]
    public var body: Data

    public init(status: Int, headers: [String: String], body: Data = Data()) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }
}

/// A part of a reply as it arrives: `head` first and once, then the body.
public enum HTTPPart: Sendable {
    case head(HTTPReply)
    case body(Data)
}

/// Carries requests to the server. An error means that no complete reply came.
public protocol Transport: Sendable {
    func parts(of request: HTTPRequest) -> AsyncThrowingStream<HTTPPart, any Error>
}

extension Transport {
    func reply(to request: HTTPRequest) async throws -> HTTPReply {
        var reply: HTTPReply?
        for try await part in parts(of: request) {
            switch part {
            case .head(let head): reply = head
            case .body(let data): reply?.body.append(data)
            }
        }
        try Task.checkCancellation()
        guard let reply else { throw URLError(.badServerResponse) }
        return reply
    }
}
