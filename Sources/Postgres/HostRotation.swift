internal import CLibpq

/// Which of several hosts is asked first: the one after that which was last silent. libpq asks them in their
/// order, and would wait for a dead one each time.
///
/// It lives in its loop's isolation, shared by all who connect for one purpose.
final class HostRotation {
    private let parameters: ConnectionParameters
    private var first = 0

    init(_ parameters: ConnectionParameters) {
        self.parameters = parameters
    }

    /// The keywords and values to connect with now.
    func keywords(settings: SessionSettings) -> [(String, String)] {
        parameters.keywords(settings: settings, first: first)
    }

    /// The one that `handle` asked, or waited for, said nothing.
    func pass(_ handle: OpaquePointer) {
        guard let host = PQhost(handle), let port = PQport(handle) else { return }
        pass(host: String(cString: host), port: String(cString: port))
    }

    func pass(host: String, port: String) {
        let index = parameters.index(ofHost: host, port: port) ?? first
        first = (index + 1) % parameters.hostCount
    }
}
