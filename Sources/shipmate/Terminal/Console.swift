internal import EmbeddedPostgres
internal import Glibc

/// The command's words: results on standard output, all else on standard error.
enum Console {
    static func print(_ text: String) {
        Files.writeAll(1, text + "\n")
    }

    static func report(_ text: String) {
        Files.writeAll(2, "shipmate: \(text)\n")
    }

    static func complain(_ text: String) {
        Files.writeAll(2, text + "\n")
    }
}
