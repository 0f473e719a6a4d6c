internal import FoundationEssentials

/// Checks signed webhooks by code that isn't ours: PyPI's `standardwebhooks`, and Python's `cryptography`.
package enum WebhookCheck {
    /// - Parameters:
    ///   - key: `whsec_…` or `whpk_…`.
    ///   - timestamp: the checker accepts the last five minutes and the next five.
    /// - Returns: "valid", or what the checker reports.
    package static func result(
        key: String, id: String, timestamp: Int64, signatures: String, body: [UInt8]
    ) throws -> String {
        let python = try python.get()
        let folder = try TestFolder()
        let script = "\(folder.path)/webhooks.py"
        try OutsideServer.write(PackageResources.webhooks_py, to: script)
        let body = Data(body).base64EncodedString()
        return try Shell.output("\(python) \(script) '\(key)' '\(id)' \(timestamp) '\(signatures)' '\(body)'")
    }

    /// With the packages of Tests/webhooks.txt, which it installs from PyPI the first time.
    private static let python = Result {
        try Shell.run(
            """
            flock \(folder).lock bash -ec '
                cmp -s Tests/webhooks.txt \(folder)/installed && exit
                rm -rf \(folder)
                /usr/bin/python3 -m venv --system-site-packages \(folder)
                \(folder)/bin/pip install --quiet --no-deps --requirement Tests/webhooks.txt
                cp Tests/webhooks.txt \(folder)/installed
            '
            """)
        return "\(folder)/bin/python"
    }

    private static let folder = ".build/webhooks"
}
