internal import JSON

/// A failure that a test asked for.
struct Fault {
    enum Kind: Equatable {
        /// The request is served, and its reply lost.
        case loseReply
        /// The connection is cut, and nothing is served.
        case cut
        case status(Int)
        case delay(TimeSpan)
    }

    static let form =
        "A method and a path are needed, such as POST /v1/sessions/refresh or GET /v1/users/*."

    let method: String
    let path: String
    let kind: Kind
    var timesLeft: Int

    /// - Parameter match: nil for another form.
    init?(_ match: String, _ kind: Kind, times: Int) {
        let words = match.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard words.count == 2, words[1].hasPrefix("/"), !words[0].isEmpty else { return nil }
        (method, path, self.kind, timesLeft) = (words[0], words[1], kind, times)
    }

    func matches(_ method: String, _ path: String) -> Bool {
        guard self.method == "*" || self.method == method else { return false }
        if self.path.hasSuffix("*") { return path.hasPrefix(self.path.dropLast()) }
        return self.path == path
    }
}

/// The failures to come, the first that matches first.
struct FaultList {
    private static let faultsMax = 1_000

    private(set) var faults: [Fault] = []

    /// - Returns: false where there are too many.
    mutating func add(_ fault: Fault) -> Bool {
        guard faults.count < Self.faultsMax else { return false }
        faults.append(fault)
        return true
    }

    /// Takes one for a request; nil for none.
    mutating func next(_ method: String, _ path: String) -> Fault.Kind? {
        guard let index = faults.firstIndex(where: { $0.matches(method, path) }) else { return nil }
        let kind = faults[index].kind
        faults[index].timesLeft -= 1
        if faults[index].timesLeft == 0 { faults.remove(at: index) }
        return kind
    }
}
