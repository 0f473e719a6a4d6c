internal import JSON
internal import Links

/// An association file as phones see it, and what it must say of an app.
struct AssociationFile {
    /// A reply that phones would accept has one of these, whatever follows a semicolon.
    private static let contentType = "application/json"

    let url: String
    let expected: Expected

    enum Expected {
        /// The prefix and the bundle id, as `ABCDE12345.com.example.game`.
        case apple(appID: String)
        case android(packageName: String, fingerprints: Set<String>)
    }

    /// Judges a reply as a phone would.
    func findings(status: Int, contentType: String?, location: String?, body: [UInt8]) -> [Finding] {
        if (300...399).contains(status) {
            return [
                .failed(
                    "association", "\(url) redirects to \(location ?? "another address")",
                    fix: "Serve it on this host itself: phones follow no redirect.")
            ]
        }
        guard status == 200 else {
            return [
                .failed(
                    "association", "\(url) answers \(status)",
                    fix:
                        "Point the host at this service, with every path, and set SHIPMATE_APP_PROFILE there."
                )
            ]
        }
        let type = contentType?.split(separator: ";").first.map { $0.lowercased() }
        guard type == Self.contentType else {
            return [
                .failed(
                    "association", "\(url) has the content type \(contentType ?? "(none)")",
                    fix: "Have the proxy leave Content-Type as it is: it must be application/json.")
            ]
        }
        guard let json = try? JSONParser.parse(body) else {
            return [
                .failed(
                    "association", "\(url) is no JSON",
                    fix: "Have the proxy or the CDN pass the file on unchanged.")
            ]
        }
        return [.good("association", url)] + [claim(in: json)]
    }

    private func claim(in json: JSONValue) -> Finding {
        switch expected {
        case .apple(let appID):
            let details = json["applinks"]?["details"]?.elements ?? []
            let isNamed = details.contains { detail in
                detail["appID"] == .string(appID)
                    || detail["appIDs"]?.elements?.contains(.string(appID)) == true
            }
            guard isNamed else {
                return .failed(
                    "app id", "\(url) doesn't name \(appID)",
                    fix: "Reload the profile (SIGHUP), and empty the caches between: it is another's or old.")
            }
            return .good("app id", appID)
        case .android(let packageName, let fingerprints):
            return claim(of: packageName, fingerprints, in: json)
        }
    }

    private func claim(of packageName: String, _ expected: Set<String>, in json: JSONValue) -> Finding {
        let targets = (json.elements ?? []).compactMap { $0["target"] }.filter {
            $0["package_name"] == .string(packageName)
        }
        let published = targets.flatMap { $0["sha256_cert_fingerprints"]?.elements ?? [] }
        let found = Set(
            published.compactMap { if case .string(let text) = $0 { text.uppercased() } else { nil } })
        guard !targets.isEmpty else {
            return .failed(
                "fingerprints", "\(url) doesn't name \(packageName)",
                fix: "Reload the profile (SIGHUP), and empty the caches between: it is another's or old.")
        }
        guard found == expected else {
            let missing = expected.subtracting(found).count
            let others = found.subtracting(expected).count
            return .failed(
                "fingerprints", "\(url) lacks \(missing) of the profile's, and has \(others) others",
                fix: "Copy them from Play Console's App integrity to the profile, and reload it (SIGHUP).")
        }
        return .good("fingerprints", "\(packageName): \(found.count)")
    }
}
