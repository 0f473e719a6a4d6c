internal import Basics
internal import Glibc

/// A list of leaked passwords on the disk, in the format of the Have I Been Pwned downloader: SHA-1 sums in
/// order. It is one file with a line `SUM:COUNT` for each; or a folder of files, `00000.txt` to
/// `FFFFF.txt`, by the first five digits, which their lines omit.
///
/// It may be larger than memory: a look takes a few dozen small reads. Each look opens it anew, so that a
/// newer list may replace it.
///
/// Source: github.com/HaveIBeenPwned/PwnedPasswordsDownloader.
struct BreachedList: Equatable, Sendable {
    enum Layout: Equatable, Sendable {
        case file
        case folder
    }

    struct Trouble: Error, Equatable, CustomStringConvertible {
        let description: String
    }

    static let digits = 40
    private static let prefixDigits = 5
    /// Some twenty times what they have.
    private static let rangeBytesMax = 1_048_576

    let path: String
    let layout: Layout

    /// - Parameter sum: 20 bytes.
    func contains(_ sum: [UInt8]) throws(Trouble) -> Bool {
        let digits = Array(Hexadecimal.text(sum).uppercased().utf8)
        switch layout {
        case .file:
            return try SumFile(path: path, digits: Self.digits).contains(digits)
        case .folder:
            let file = try RandomFile(rangePath(digits.prefix(Self.prefixDigits)))
            guard file.size <= Self.rangeBytesMax else {
                throw Trouble(description: "\(path): a range is too long")
            }
            let rest = digits.dropFirst(Self.prefixDigits)
            return SumLine.contain(rest, try file.bytes(at: 0, count: file.size)[...])
        }
    }

    private func rangePath(_ prefix: some Sequence<UInt8>) -> String {
        "\(path)/\(String(decoding: Array(prefix), as: UTF8.self)).txt"
    }

    /// Finds out what is at a path, and whether it is such a list.
    init(at path: String) throws(Trouble) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw .init(description: String(cString: strerror(errno))) }
        self.path = path
        layout = status.st_mode & S_IFMT == S_IFDIR ? .folder : .file
        switch layout {
        case .file: try SumFile(path: path, digits: Self.digits).check()
        case .folder: try checkRanges()
        }
    }

    /// Whether some ranges from all over are there; there are a million.
    private func checkRanges() throws(Trouble) {
        for digit in "0123456789ABCDEF" {
            let name = String(repeating: digit, count: Self.prefixDigits)
            let isRange: Bool
            do throws(Trouble) {
                let start = try RandomFile("\(path)/\(name).txt").bytes(at: 0, count: 64)
                isRange = SumLine(start[...], digits: Self.digits - Self.prefixDigits) != nil
            } catch {
                isRange = false
            }
            guard isRange else {
                throw Trouble(
                    description:
                        "\(name).txt is not a SHA-1 range, or is missing: the names are 00000.txt to "
                        + "FFFFF.txt"
                )
            }
        }
    }
}
