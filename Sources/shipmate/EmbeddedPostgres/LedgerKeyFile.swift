internal import Glibc
internal import Service

/// The ledger's key where no other was given: a file beside the embedded database, which PostgreSQL's user
/// can't read. Its first line is the key, those below are former ones.
struct LedgerKeyFile {
    struct Unusable: Error, CustomStringConvertible {
        let description: String
    }

    let path: String

    init(in directory: DataDirectory) {
        path = directory.path + "/ledger.key"
    }

    /// Nil where there is none.
    func read() throws -> LedgerKeys? {
        guard let status = Files.status(path) else { return nil }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o077 == 0 else {
            throw Unusable(description: "\(path) must be a file that nobody else can read: chmod 600")
        }
        let lines = (Files.read(path) ?? "").split(separator: "\n")
        let keys = lines.compactMap { LedgerKey(hexadecimal: $0) }
        guard let current = keys.first, keys.count == lines.count else {
            throw Unusable(description: "\(path) must have a key of 64 hexadecimal digits on each line")
        }
        return LedgerKeys(current, former: Array(keys.dropFirst()))
    }

    /// Makes a key that is on the disk, whole, before anything is sealed with it.
    ///
    /// To be called by whoever holds the directory's lock.
    func make() throws -> LedgerKey {
        let key = LedgerKey()
        try Files.replace(path, with: key.hexadecimal + "\n", mode: 0o600)
        try Files.syncDirectory(of: path)
        return key
    }
}
