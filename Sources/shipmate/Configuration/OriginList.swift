internal import HTTP

/// Origins as a setting or a file lists them.
enum OriginList {
    /// One that no browser would send.
    struct Mistake: Error, CustomStringConvertible {
        let description: String

        fileprivate init(_ wrong: Substring) {
            description =
                "scheme://host or scheme://host:port, in lower case, more behind commas; no path, no / at "
                + "the end, no default port, no *. \(wrong) is not an origin"
        }
    }

    /// Between commas, blanks and line ends; `#` begins a comment.
    static func read(_ text: String) throws(Mistake) -> [Origin] {
        var origins: [Origin] = []
        for line in text.split(whereSeparator: \.isNewline) {
            for word in line.prefix(while: { $0 != "#" }).split(whereSeparator: { ", \t".contains($0) }) {
                guard let origin = Origin(String(word)) else { throw Mistake(word) }
                origins.append(origin)
            }
        }
        return origins
    }
}
