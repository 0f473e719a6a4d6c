internal import Service

/// A page's stylesheet, within the page: it is one reply, and its policy allows these very bytes and no other
/// style.
struct Stylesheet {
    /// Of all that visitors of links see.
    static let page = Stylesheet(bytes: PackageResources.page_css)
    /// The same colours and letters, for long texts.
    static let reference = Stylesheet(bytes: PackageResources.page_css + PackageResources.reference_css)

    let bytes: [UInt8]
    /// Such as `'sha256-…'`, as Content-Security-Policy names it.
    let policySource: String

    private init(bytes: [UInt8]) {
        self.bytes = bytes
        policySource = "'sha256-\(SHA256.base64(of: bytes))'"
    }
}
