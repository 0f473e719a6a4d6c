internal import Accounts
internal import Batching
internal import EmbeddedPostgres
internal import FoundationEssentials
internal import Glibc
internal import Values

/// The list of who was erased, as a file: a uid and a time on each line, only ever added to.
///
/// Several processes may add to one: a uid that is there twice is there once.
struct ErasureFile: Sendable {
    private static let bytesMax = 1 << 30

    let path: String

    var list: ErasureList {
        ErasureList(read: read, add: add)
    }

    /// Empty if the file doesn't exist yet. An incomplete line was being written when the machine stopped,
    /// and is written again.
    @Sendable func read() throws(ErasureList.Trouble) -> Set<UserID> {
        guard Files.status(path) != nil else { return [] }
        let descriptor = try open(O_RDONLY)
        defer { close(descriptor) }
        let lines = Files.readAll(descriptor, bytesMax: Self.bytesMax).split(separator: "\n")
        return Set(
            lines.compactMap { line in
                line.split(separator: " ").first.flatMap { UUID(text: String($0)) }.map(UserID.init)
            })
    }

    /// On the disk when it returns.
    @Sendable func add(
        _ erased: [(uid: UserID, erasedAt: Timestamp)]
    ) throws(ErasureList.Trouble) {
        let isNew = Files.status(path) == nil
        let descriptor = try open(O_WRONLY | O_CREAT | O_APPEND)
        defer { close(descriptor) }
        // On a line of its own, whatever was cut off before.
        let lines = "\n" + erased.map { "\($0.uid) \(Self.text($0.erasedAt))\n" }.joined()
        guard Files.writeAll(descriptor, lines), fsync(descriptor) == 0 else {
            throw ErasureList.Trouble("\(path): \(String(cString: strerror(errno)))")
        }
        if isNew { try? Files.syncDirectory(of: path) }
    }

    private func open(_ flags: Int32) throws(ErasureList.Trouble) -> Int32 {
        do throws(EmbeddedPostgresError) {
            return try Files.open(path, flags)
        } catch {
            throw ErasureList.Trouble("\(error)")
        }
    }

    private static func text(_ time: Timestamp) -> String {
        Date(timeIntervalSince1970: Double(time.secondsSince1970)).ISO8601Format()
    }
}
