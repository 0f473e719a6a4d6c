import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends requests by `URLSession`, without cookies, a cache or redirects.
public struct URLSessionTransport: Transport {
    public init() {}

    public func parts(of request: HTTPRequest) -> AsyncThrowingStream<HTTPPart, any Error> {
        AsyncThrowingStream { continuation in
            let exchange = Exchange(continuation)
            #if canImport(FoundationNetworking)
                // Foundation on Linux repeats a POST on a kept connection after a lost reply, without its body.
                // libcurl repeats nothing on a new connection, so each request gets one.
                let session = URLSession(
                    configuration: Self.configuration, delegate: exchange, delegateQueue: nil)
                let task = session.dataTask(with: URLRequest(request))
                session.finishTasksAndInvalidate()
            #else
                let task = Self.session.dataTask(with: URLRequest(request))
                task.delegate = exchange
            #endif
            continuation.onTermination = { if case .cancelled = $0 { task.cancel() } }
            task.resume()
        }
    }

    #if !canImport(FoundationNetworking)
        private static let session = URLSession(configuration: configuration)
    #endif

    private static var configuration: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        return configuration
    }
}

/// Passes one task's parts on, in their order.
private final class Exchange: NSObject, URLSessionDataDelegate, Sendable {
    private let parts: AsyncThrowingStream<HTTPPart, any Error>.Continuation

    init(_ parts: AsyncThrowingStream<HTTPPart, any Error>.Continuation) { self.parts = parts }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        guard let response = response as? HTTPURLResponse else { return completionHandler(.cancel) }
        parts.yield(.head(HTTPReply(response)))
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        parts.yield(.body(data))
    }

    /// The API never redirects. A portal of a network does, and must not get tokens.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        parts.finish(throwing: error)
    }
}

extension URLRequest {
    init(_ request: HTTPRequest) {
        self.init(url: request.url, timeoutInterval: request.timeLimitSeconds)
        httpMethod = request.method
        httpBody = request.body
        for (name, value) in request.headers { setValue(value, forHTTPHeaderField: name) }
    }
}

extension HTTPReply {
    init(_ response: HTTPURLResponse) {
        let headers = response.allHeaderFields.map { ("\($0)".lowercased(), "\($1)") }
        self.init(status: response.statusCode, headers: Dictionary(headers) { $1 })
    }
}
