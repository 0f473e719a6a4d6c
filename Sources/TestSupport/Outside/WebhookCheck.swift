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
        let python = try PythonPackages.python()
        let folder = try TestFolder()
        let script = "\(folder.path)/webhooks.py"
        try OutsideServer.write(PackageResources.webhooks_py, to: script)
        let body = Data(body).base64EncodedString()
        return try Shell.output("\(python) \(script) '\(key)' '\(id)' \(timestamp) '\(signatures)' '\(body)'")
    }
}
