import Foundation
import Testing

@testable import Shipmate

/// A folder that is removed with its test.
final class Folder: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("shipmate-\(UUID().uuidString)")
    deinit { try? FileManager.default.removeItem(at: url) }

    func file(_ name: String) -> URL { url.appendingPathComponent(name) }
    func bytes(_ name: String) throws -> Data { try Data(contentsOf: file(name)) }
}

/// An app of the test server that `test.sh` starts.
struct TestApp {
    let url: URL
    let adminKey: String

    static func make() async throws -> TestApp {
        let server = try #require(
            ProcessInfo.processInfo.environment["SHIPMATE_TEST_SERVER"], "test.sh starts the server")
        let made = try await caller(try #require(URL(string: server))).value(Call("POST", "/test/apps"))
        return TestApp(
            url: try #require(URL(string: try made.required("url"))), adminKey: try made.required("admin_key")
        )
    }

    func adjust(_ uid: String, by amount: Int) async throws {
        let body: JSON = .object([
            "id": .text(UUID().uuidString), "currency": .text("pieces_of_eight"), "amount": .int(amount),
            "reason": .text("test"),
        ])
        var call = try Call("POST", "/v1/admin/users/\(uid)/adjustments", body)
        call.token = adminKey
        try await Self.caller(url).value(call)
    }

    func calls() async throws -> [String] {
        try await Self.caller(url).value(Call("GET", "/test/calls"))["calls"].list.map {
            "\(try $0.required("method")) \(try $0.required("path"))"
        }
    }

    private static func caller(_ url: URL) -> Caller {
        Caller(host: url, transport: URLSessionTransport(), random: Options().random, log: { _ in })
    }
}

/// Collects values from closures.
actor Collected<Value: Sendable> {
    private(set) var values: [Value] = []
    func add(_ value: Value) { values.append(value) }
}

/// Passes requests on, but for those that a test answers itself.
struct Answering: Transport {
    let answer: @Sendable (HTTPRequest) -> HTTPReply?

    func parts(of request: HTTPRequest) -> AsyncThrowingStream<HTTPPart, any Error> {
        guard let reply = answer(request) else { return URLSessionTransport().parts(of: request) }
        return AsyncThrowingStream { parts in
            parts.yield(.head(HTTPReply(status: reply.status, headers: reply.headers)))
            parts.yield(.body(reply.body))
            parts.finish()
        }
    }
}

func options(_ folder: Folder) -> Options {
    var options = Options()
    options.folder = folder.url
    options.store = FileStore(folder: folder.url)
    return options
}
