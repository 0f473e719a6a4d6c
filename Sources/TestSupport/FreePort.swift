internal import EventLoops

/// A port of 127.0.0.1 that the system chooses; it chooses another next time.
package enum FreePort {
    package static func next() throws -> UInt16 {
        try ListeningSocket.bind(host: "127.0.0.1", port: 0).port
    }
}
