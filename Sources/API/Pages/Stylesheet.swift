internal import Service

/// The one stylesheet of all pages, within each of them: a page is one reply, and its policy allows these
/// very bytes and no other style.
struct Stylesheet {
    static let page = Stylesheet(bytes: PackageResources.page_css)

    let bytes: [UInt8]
    /// Such as `'sha256-…'`, as Content-Security-Policy names it.
    let policySource: String

    private init(bytes: [UInt8]) {
        self.bytes = bytes
        policySource = "'sha256-\(SHA256.base64(of: bytes))'"
    }
}
