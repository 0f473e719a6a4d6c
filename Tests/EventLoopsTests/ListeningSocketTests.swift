import EventLoops
internal import Glibc
import TestSupport
import Testing

@Suite struct ListeningSocketTests {
    @Test(arguments: ["127.0.0.1", "0.0.0.0", "localhost"])
    func `lets the system choose port 0, and says which`(host: String) throws {
        #expect(try ListeningSocket.bind(host: host, port: 0).port > 0)
    }

    /// A child that another test is just making has it too, until it becomes another program.
    @Test func `frees its port when released`() async throws {
        var socket: ListeningSocket? = try ListeningSocket.bind(host: "127.0.0.1", port: 0)
        let port = socket!.port
        #expect(Client(port: port) != nil)
        socket = nil
        #expect(await eventually { Client(port: port) == nil })
        _ = socket
    }

    @Test func `says which address is taken`() throws {
        let socket = try ListeningSocket.bind(host: "127.0.0.1", port: 0)
        let port = socket.port
        let failure = #expect(throws: ListeningSocket.Failure.self) {
            _ = try ListeningSocket.bind(host: "127.0.0.1", port: port)
        }
        #expect(failure?.description == "can't listen on 127.0.0.1:\(port): Address already in use")
        withExtendedLifetime(socket) {}
    }

    @Test(arguments: [
        ("192.0.2.1", "can't listen on 192.0.2.1:0: Cannot assign requested address"),
        ("999.1.1.1", "999.1.1.1 is not an address to listen on: "),
        ("no such host", "no such host is not an address to listen on: "),
    ]) func `says which address is none of ours`(host: String, text: String) {
        let failure = #expect(throws: ListeningSocket.Failure.self) {
            _ = try ListeningSocket.bind(host: host, port: 0)
        }
        #expect(failure?.description.hasPrefix(text) == true, "\(failure?.description ?? "")")
    }

    @Test func `inherits nothing that is not offered to it`() throws {
        #expect(try ListeningSocket.inherited(from: [:]) == nil)
        #expect(try ListeningSocket.inherited(from: ["LISTEN_PID": "\(getpid())"]) == nil)
        #expect(try ListeningSocket.inherited(from: ["LISTEN_FDS": "1", "LISTEN_PID": "1"]) == nil)
    }

    @Test(arguments: ["0", "2", "", "one", "1 ", "-1"])
    func `refuses any number of sockets but one`(text: String) {
        let failure = #expect(throws: ListeningSocket.Failure.self) {
            _ = try ListeningSocket.inherited(from: ["LISTEN_FDS": text, "LISTEN_PID": "\(getpid())"])
        }
        #expect(failure?.description == "LISTEN_FDS is \(text); one socket is expected")
    }

    /// In processes of their own: descriptor 3 here belongs to the tests.
    @Test func `refuses a descriptor 3 that doesn't listen`() async {
        await #expect(processExitsWith: .exitCode(7)) {
            let pipe = Pipe()
            dup2(pipe.readEnd, 3)
            do throws(ListeningSocket.Failure) {
                _ = try ListeningSocket.inherited(from: ["LISTEN_FDS": "1"])
            } catch {
                let expected = "LISTEN_FDS is 1, but descriptor 3 is not a listening socket"
                exit(error.description == expected ? 7 : 8)
            }
            exit(9)
        }
    }

    @Test func `takes a listening descriptor 3 over`() async {
        await #expect(processExitsWith: .exitCode(7)) {
            let socket = try ListeningSocket.bind(host: "127.0.0.1", port: 0)
            let descriptor = (3..<100 as Range<Int32>).first { descriptor in
                var isListening: Int32 = 0
                var length = socklen_t(MemoryLayout<Int32>.size)
                return getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &length) == 0
                    && isListening == 1
            }
            dup2(descriptor!, 3)
            let inherited = try ListeningSocket.inherited(
                from: ["LISTEN_FDS": "1", "LISTEN_PID": "\(getpid())"])
            exit(inherited?.port == socket.port ? 7 : 8)
        }
    }
}
