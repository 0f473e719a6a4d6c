internal import Basics

/// A JSON object that a link carries and hands back on open.
package struct LinkData: Equatable, Sendable {
    package static let bytesMax = 8192

    /// The object as JSON text; nil for none.
    package var json: String?
    /// Its members whose name begins with `$` and whose value is text, such as `$desktop_url`; Branch's
    /// control parameters. `$always_deeplink` is `true` or `false`.
    package var directives: [String: String]

    package init(json: String? = nil, directives: [String: String] = [:]) {
        self.json = json
        self.directives = directives
    }

    /// The directives are the object's.
    package static func == (left: LinkData, right: LinkData) -> Bool {
        left.json.isSpelled(as: right.json) && left.directives == right.directives
    }

    /// Directives that people are sent to.
    static let redirectingNames: Set = [
        "$desktop_url", "$android_url", "$ios_url", "$ipad_url", "$fire_url", "$blackberry_url",
        "$windows_phone_url", "$after_click_url", "$og_url",
    ]

    /// Characters allowed after `scheme://`: no space, quote or control character that could end the URL.
    static func isPath(_ text: String) -> Bool {
        text.utf8.count <= 2048 && URLSyntax.urlBytes.holds(text)
    }
}
