/// Addresses that several folders know.
enum ConsolePath {
    static let root = "/admin"

    /// The sign-in, and the page to go on to after it.
    static func signIn(next: String = root) -> String {
        "/admin/sign-in" + (next == root ? "" : "?next=\(next.queryEncoded)")
    }
}

extension String {
    /// As the value of an item of a query.
    var queryEncoded: String {
        var text = ""
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return text
    }
}
