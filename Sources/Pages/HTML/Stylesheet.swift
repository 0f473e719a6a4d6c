internal import Crypto
internal import Links
internal import Resources

/// A page's stylesheet, within the page: it is one reply, and its policy allows these very bytes and no other
/// style.
package struct Stylesheet {
    /// Of all that visitors of links see.
    static let page = Stylesheet(bytes: Resource.bytes("page.css"))
    /// The same colours and letters, for those who make links.
    static let debug = Stylesheet(bytes: Resource.bytes("page.css") + Resource.bytes("debug.css"))
    /// The same, for long texts.
    package static let reference = Stylesheet(
        bytes: Resource.bytes("page.css") + Resource.bytes("reference.css"))

    /// In an app's own colours.
    static func page(in brand: AppProfile.Brand) -> Stylesheet {
        guard let dark = brand.darkShade else { return page }
        let light = brand.shade.map { ":root{--deep:\($0);--on-deep:\(AppProfile.Brand.paper)}" }
        let colours =
            (light ?? "") + "@media(prefers-color-scheme:dark){:root{--deep:\(dark);"
            + "--on-deep:\(AppProfile.Brand.darkPaper)}}"
        return Stylesheet(bytes: Resource.bytes("page.css") + Array(colours.utf8))
    }

    /// With what forms need besides.
    var withForms: Stylesheet { Stylesheet(bytes: bytes + Resource.bytes("form.css")) }

    let bytes: [UInt8]
    /// Such as `'sha256-…'`, as Content-Security-Policy names it.
    package let policySource: String

    package init(bytes: [UInt8]) {
        self.bytes = bytes
        policySource = "'sha256-\(SHA256.base64(of: bytes))'"
    }
}
