/// The lines of `check` about hosts that the process's sandbox blocks.
struct NetworkCheck {
    /// Where the lines belong.
    static let path = "/etc/systemd/system/shipmate.service.d/network.conf"
    /// The same as in `Documentation/systemd/shipmate.service.d/network.conf`.
    static let lines = [
        "[Service]", "PrivateNetwork=no", "RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6",
        "IPAddressAllow=any",
    ]

    private let sandbox = NetworkSandbox.found()
    private(set) var isGood = true

    mutating func look(at needs: [NetworkNeed]) {
        let blocked = needs.filter(sandbox.blocks)
        guard !blocked.isEmpty else { return }
        for need in blocked { print("blocked: \(need.purpose) needs \(need.host), port \(need.port)") }
        if isGood { printAdvice() }
        isGood = false
    }

    func end() {
        if isGood { print("ok") }
    }

    private func printAdvice() {
        if case .closed(let why) = sandbox { print("this process reaches no other host: \(why)") }
        print("in a systemd unit these lines allow it, in \(Self.path):")
        for line in Self.lines { print("  \(line)") }
        print("then: systemctl daemon-reload && systemctl restart shipmate")
    }

    private func print(_ words: String) {
        Console.print("network        \(words)")
    }
}
