internal import Crypto
internal import EmbeddedPostgres
internal import Glibc
internal import Ledger

/// A key of 32 bytes that a file can hold.
protocol FileKey {
    init()
    init?(hexadecimal text: some StringProtocol)
    var hexadecimal: String { get }
}

extension LedgerKey: FileKey {}
extension RootKey: FileKey {}

/// A key where no other was given: a file beside the embedded database, which PostgreSQL's user can't read.
/// Its first line is the key, those below are former ones.
struct KeyFile<Key: FileKey> {
    struct Unusable: Error, CustomStringConvertible {
        let description: String
    }

    let path: String

    init(_ name: String, in directory: DataDirectory) {
        path = directory.path + "/" + name
    }

    /// The keys, at least one; nil where there is no file.
    func read() throws -> [Key]? {
        guard let status = Files.status(path) else { return nil }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o077 == 0 else {
            throw Unusable(description: "\(path) must be a file that only its owner can read: chmod 600")
        }
        let lines = (Files.read(path) ?? "").split(separator: "\n")
        let keys = lines.compactMap { Key(hexadecimal: $0) }
        guard !keys.isEmpty, keys.count == lines.count else {
            throw Unusable(description: "\(path) must have a key of 64 hexadecimal digits on each line")
        }
        return keys
    }

    /// Makes a key that is on the disk, whole, before anything depends on it.
    ///
    /// Call it with the directory's lock.
    func make() throws -> Key {
        let key = Key()
        try Files.replace(path, with: key.hexadecimal + "\n", mode: 0o600)
        try Files.syncDirectory(of: path)
        return key
    }
}
