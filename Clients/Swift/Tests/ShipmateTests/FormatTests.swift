import Foundation
import Testing

@testable import Shipmate

@Suite struct FormatTests {
    @Test func `events have the API's form`() throws {
        let time = Date(timeIntervalSince1970: 1_795_761_654.25)
        let payload = try Event.counterIncremented("races_won", by: 3).payload(id: "x", at: time)
        #expect(
            String(decoding: payload, as: UTF8.self)
                == #"{"by":3,"counter":"races_won","id":"x","occurred_at":"2026-11-27T06:40:54.250Z","type":"counter_incremented"}"#
        )
    }

    @Test func `ids are UUIDs of version 7`() {
        let id = Event.id(at: Date(timeIntervalSince1970: 0x0123_4567_89ab / 1000.0)) {
            Array(repeating: 0xff, count: $0)
        }
        #expect(id == "01234567-89ab-7fff-bfff-ffffffffffff")
    }

    @Test func `JSON is read and written as it is`() throws {
        let data = Data(#"{"balances":{"pieces_of_eight":50},"f":1.5,"list":[true,null,"x/y"]}"#.utf8)
        let json = try JSON(data)
        #expect(json["balances"].amounts == ["pieces_of_eight": 50])
        #expect(json["list"].list[0].flag && json["list"].list[1].isNull && json["f"].real == 1.5)
        #expect(json["list"].list[2].text == "x/y" && json["none"]["deeper"].isNull)
        #expect(try json.data == data)
    }

    @Test func `a stream of events is read from any pieces`() {
        let text =
            "retry: 3000\n\nid: 6.2\r\nevent: balance\r\ndata: {\"a\":\r\ndata: 1}\r\n\r\n: comment\n\nevent: end\ndata:x\n\n"
        let expected = [
            ServerSentEvents.Event(name: "balance", data: "{\"a\":\n1}", id: "6.2"),
            ServerSentEvents.Event(name: "end", data: "x"),
        ]
        for size in [1, 2, 7, 1000] {
            var parser = ServerSentEvents()
            let bytes = Data(text.utf8)
            let pieces = stride(from: 0, to: bytes.count, by: size).map {
                bytes[$0..<min($0 + size, bytes.count)]
            }
            #expect(pieces.flatMap { parser.read($0) } == expected)
        }
    }

    @Test func `an unknown problem keeps its name`() {
        let body = Data(#"{"type":"/problems/new-thing","title":"New","status":418}"#.utf8)
        let problem = Problem(HTTPReply(status: 418, headers: ["retry-after": "7"], body: body))
        #expect(problem.type.rawValue == "new-thing" && problem.retryAfterSeconds == 7)
        #expect(Problem(HTTPReply(status: 401, headers: [:], body: Data("<html>".utf8))).type == .unknown)
    }

    @Test func `errors describe themselves without what the player typed`() {
        let client = Client(host: URL(string: "http://127.0.0.1:1")!, options: Options())
        let offer = MergeOffer(
            client: client, credential: Credential(email: "ben@example.com", password: "parrot"))
        let document = JSON(members: ["type": "/problems/validation", "detail": "ben@example.com"])
        let problem = Problem(422, document)
        for error in [ShipmateError.emailInUse(offer), .problem(problem), .storage(reason: "write: full")] {
            var dumped = ""
            dump(offer, to: &dumped)
            for text in [
                "\(error)", String(reflecting: error), error.localizedDescription, dumped, "\(offer)",
            ] {
                #expect(!text.contains("ben@") && !text.contains("parrot"), "\(text)")
            }
        }
    }

    @Test func `back-off grows to its limit, with jitter`() {
        let most = Caller(
            host: URL(string: "http://a")!, transport: URLSessionTransport(),
            random: { Array(repeating: 0xff, count: $0) },
            log: { _ in })
        let pauses = (1...12).map { most.backoffSeconds($0) }
        #expect(zip(pauses, pauses.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(pauses[0] < 0.5 && pauses[0] > 0.49 && pauses[11] < 30 && pauses[11] > 29.9)
    }
}
