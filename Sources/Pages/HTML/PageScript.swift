internal import Crypto
internal import Resources

/// A script of ours within its page, which the page's policy allows by the hash of these very bytes, and no
/// other. Each page does without.
package struct PageScript {
    /// Of all that show pictures: takes away what never comes. WebKit draws a mark instead of it, over the
    /// letter that is there for it.
    static let pictures = PageScript(Resource.bytes("pictures.js"), callsBack: false)
    /// Of the pages with buttons into the app and the store: copies the invite, and tells of the device.
    static let press = PageScript(Resource.bytes("pictures.js") + Resource.bytes("press.js"), callsBack: true)
    /// Finds out whether it is on an iPad, which says that it is a Mac.
    static let question = PageScript(Resource.bytes("question.js"), callsBack: false)
    /// Of long pages with contents: shows their search field, and hides all that lacks one of its words.
    static let search = PageScript(Resource.bytes("search.js"), callsBack: false)

    let bytes: [UInt8]
    /// As Content-Security-Policy names it, and what it may call.
    package let policy: String

    package init(_ file: [UInt8], callsBack: Bool) {
        bytes = file
        policy =
            "script-src 'sha256-\(SHA256.base64(of: bytes))'; " + (callsBack ? "connect-src 'self'; " : "")
    }
}
