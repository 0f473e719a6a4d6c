import EventLoops
import JSON
import TestSupport
import Testing

@testable import HTTP

extension SocketTests {
    /// Who may send a body, decided when the head has come.
    @Suite struct AdmissionTests {
        private func head(_ line: String, _ fields: String..., length: Int = 5_000) -> String {
            ([line + " HTTP/1.1", "Host: x", "Content-Length: \(length)"] + fields).joined(
                separator: "\r\n") + "\r\n\r\n"
        }

        @Test(arguments: [
            ("POST /guarded", 401), ("POST /nowhere", 404), ("PATCH /guarded", 405), ("POST /json", 415),
            ("BREW /guarded", 501),
        ]) func `refuses by the head alone and ends the connection`(line: String, status: Int) async throws {
            let rig = try await ServerRig()
            for framing in [head(line), "\(line) HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"] {
                let client = try RawHTTPClient(port: rig.port)
                let reply = try client.exchange(framing)
                #expect(reply.status == status)
                #expect(reply["connection"] == "close")
                #expect(try client.isEnded())
            }
        }

        @Test(arguments: [("/guarded", 1_048_577), ("/echo", 16_385), ("/nowhere", 1 << 40)])
        func `refuses a body whose length says that it is too large`(path: String, length: Int) async throws {
            let rig = try await ServerRig()
            let client = try RawHTTPClient(port: rig.port)
            let reply = try client.exchange(head("POST \(path)", "Word: please", length: length))
            #expect(reply.status == 413)
            #expect(try client.isEnded())
        }

        @Test func `keeps the connection when the body came with its head`() async throws {
            let rig = try await ServerRig()
            let client = try RawHTTPClient(port: rig.port)
            for line in ["POST /nowhere", "POST /json", "PATCH /guarded"] {
                #expect(try client.exchange(line.request(body: "abc"))["connection"] == nil)
                let chunked = line.request("Transfer-Encoding: chunked") + "3\r\nabc\r\n0\r\n\r\n"
                #expect(try client.exchange(chunked)["connection"] == nil)
            }
            #expect(try client.exchange("GET /hello".request()).text == "hello")
        }

        @Test(arguments: ["Quickly: yes", "Slowly: yes"])
        func `takes the body of whom the route lets in`(pace: String) async throws {
            let rig = try await ServerRig()
            let client = try RawHTTPClient(port: rig.port)
            for _ in 0..<2 {
                try client.send(head("POST /guarded", "Word: please", pace))
                try client.send(Array(repeating: 0x61, count: 2_000))
                #expect(try client.exchange(String(repeating: "b", count: 3_000)).text == "5000")
            }
            try client.send(head("POST /guarded", "Word: please", pace, "Expect: 100-continue"))
            #expect(try client.reply().status == 100)
            #expect(try client.exchange(String(repeating: "b", count: 5_000)).text == "5000")
            #expect(try client.exchange("GET /hello".request()).text == "hello")
        }

        @Test(arguments: ["Quickly: yes", "Slowly: yes"])
        func `asks nobody for a body that it refuses`(pace: String) async throws {
            let rig = try await ServerRig()
            let client = try RawHTTPClient(port: rig.port)
            #expect(try client.exchange(head("POST /guarded", pace, "Expect: 100-continue")).status == 401)
            #expect(try client.isEnded())
        }
    }
}
