import Foundation

/// Events that wait to be sent, in a file that only grows until its records are acknowledged.
///
/// `events.journal` has the records. `events.position` has the offset of the first one that is not acknowledged, and a
/// generation that grows whenever the file is shortened, so that other processes don't trust their old offsets. Both change under `events.lock`, so processes can share the folder. `events.sending` lets one of them send.
actor Journal {
    struct Batch: Sendable {
        let start: Int
        let payloads: [Data]

        /// The offset after the first `count` payloads.
        func end(of count: Int) -> Int {
            payloads.prefix(count).reduce(start) { $0 + JournalRecord.headerBytes + $1.count }
        }
    }

    struct Summary: Sendable {
        var events = 0
        var bytes = 0
        /// Tails that this process cut off.
        var torn = 0
        var rejected = 0
    }

    /// What this process knows of the file.
    private struct View {
        var inode: UInt64 = 0
        var generation = 0
        var start = 0
        var end = 0
        var count = 0
    }

    private let folder: URL
    private let limits: JournalLimits
    private var view = View()
    private var torn = 0

    /// Touches no file.
    init(folder: URL, limits: JournalLimits) { (self.folder, self.limits) = (folder, limits) }

    private var file: URL { folder.appendingPathComponent("events.journal") }
    private var position: URL { folder.appendingPathComponent("events.position") }
    private var rejections: URL { folder.appendingPathComponent("events.rejected") }

    /// Hands the record to the operating system: it survives the end of the process. `sync` makes it durable.
    func append(_ payload: Data) throws {
        let record = JournalRecord.encode(payload)
        try locked {
            let bytes = view.end - view.start + record.count
            guard view.count < limits.events, bytes <= limits.bytes else { throw ShipmateError.journalFull }
            let isNew = view.inode == 0
            try Files.opened(file, O_WRONLY | O_APPEND | O_CREAT) { descriptor in
                do { try Files.write(record, to: descriptor) } catch {
                    ftruncate(descriptor, off_t(view.end))
                    throw error
                }
                if isNew { view.inode = try Self.status(descriptor).inode }
            }
            view.end += record.count
            view.count += 1
        }
    }

    /// Makes all records durable. Runs on a thread of its own, so that `append` need not wait for the disk.
    nonisolated func sync() async throws {
        let (folder, file) = await (folder, file)
        try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
            DispatchQueue.global().async {
                done.resume(
                    with: Result {
                        guard FileManager.default.fileExists(atPath: file.path) else { return }
                        try Files.opened(file, O_RDONLY) { if fsync($0) != 0 { throw FileError("fsync") } }
                        try Files.syncFolder(folder)
                    })
            }
        }
    }

    /// The oldest events; empty if none waits.
    func batch(events: Int, bytes: Int) throws -> Batch {
        try locked {
            guard view.count > 0, let data = try Files.read(file, from: view.start) else {
                return Batch(start: view.start, payloads: [])
            }
            var (size, count) = (0, 0)
            let all = JournalRecord.decode(data, count: events)
            while count < all.count, count == 0 || size + all[count].count < bytes {
                size += all[count].count + 1
                count += 1
            }
            return Batch(start: view.start, payloads: Array(all.prefix(count)))
        }
    }

    /// The server has the first `count` events of the batch, or refused them for good.
    func acknowledge(_ batch: Batch, count: Int) throws {
        guard count > 0 else { return }
        try locked {
            guard view.start == batch.start else { return }
            view.start = batch.end(of: count)
            view.count -= count
            try settle()
        }
    }

    func setAside(_ rejected: [Rejection], payloads: [Data]) throws {
        try locked {
            var lines = try Files.read(rejections) ?? Data()
            for (rejection, payload) in zip(rejected, payloads) {
                lines.append(
                    Data("{\"problem\":\"\(rejection.type)\",\"status\":\(rejection.status),\"event\":".utf8))
                lines.append(payload)
                lines.append(Data("}\n".utf8))
            }
            try Files.replace(rejections, with: Self.newest(lines), durably: true)
        }
    }

    func summary() throws -> Summary {
        try locked {
            let rejected = try Files.read(rejections)?.count { $0 == UInt8(ascii: "\n") } ?? 0
            return Summary(
                events: view.count, bytes: view.end - view.start, torn: torn, rejected: rejected)
        }
    }

    /// `nil` while another process or handle sends from this folder.
    func sendingLock() throws -> SendingLock? {
        try Files.makeFolder(folder)
        return try SendingLock(folder.appendingPathComponent("events.sending"))
    }
}

extension Journal {
    private func locked<Result>(_ body: () throws -> Result) throws -> Result {
        try Files.makeFolder(folder)
        return try Files.locked(folder.appendingPathComponent("events.lock")) {
            try look()
            return try body()
        }
    }

    /// Brings `view` up to date with what other processes did, and cuts a torn tail off.
    private func look() throws {
        guard FileManager.default.fileExists(atPath: file.path) else { view = View(); return }
        try Files.opened(file, O_RDWR) { descriptor in
            let (size, inode) = try Self.status(descriptor)
            let (start, generation) = try storedPosition(size: size)
            if inode != view.inode || generation != view.generation || start > view.start || size < view.end {
                view = View(inode: inode, generation: generation, start: start, end: start)
            }
            guard size > view.end, let data = try Files.read(file, from: view.end) else { return }
            let found = JournalRecord.decode(data)
            view.count += found.count
            view.end += found.reduce(0) { $0 + JournalRecord.headerBytes + $1.count }
            guard view.end < size else { return }
            torn += 1
            guard ftruncate(descriptor, off_t(view.end)) == 0 else { throw FileError("ftruncate") }
        }
    }

    /// A position behind the end is left from before the file was shortened: all that is in it waits.
    private func storedPosition(size: Int) throws -> (start: Int, generation: Int) {
        let text = String(decoding: try Files.read(position) ?? Data(), as: UTF8.self)
        let numbers = text.split(whereSeparator: \.isWhitespace).map { Int($0) ?? 0 }
        let (start, generation) = (numbers.first ?? 0, numbers.count > 1 ? numbers[1] : 0)
        if start >= 0, start <= size { return (start, generation) }
        try storePosition(0, generation + 1)
        return (0, generation + 1)
    }

    private func storePosition(_ start: Int, _ generation: Int) throws {
        try Files.replace(position, with: Data("\(start) \(generation)\n".utf8), durably: false)
    }

    /// Stores `view.start`. A lost position is no loss: the events are sent again with the same ids.
    private func settle() throws {
        if view.start == view.end {
            // On a full disk the position can't be written, but the file can be emptied. Then there is room.
            try? storePosition(view.end, view.generation + 1)
            guard truncate(file.path, 0) == 0 else { throw FileError("truncate") }
            try storePosition(0, view.generation + 2)
            view = View(inode: view.inode, generation: view.generation + 2)
        } else if view.start > view.end / 2, let rest = try Files.read(file, from: view.start) {
            try Files.replace(file, with: rest, durably: true)
            try storePosition(0, view.generation + 1)
            view = View(
                inode: try Files.opened(file, O_RDONLY) { try Self.status($0).inode },
                generation: view.generation + 1, end: rest.count, count: view.count)
        } else {
            try storePosition(view.start, view.generation)
        }
    }

    private static func status(_ descriptor: Int32) throws -> (size: Int, inode: UInt64) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileError("fstat") }
        return (Int(status.st_size), UInt64(status.st_ino))
    }

    /// Keeps `events.rejected` below 256 KiB, by whole lines.
    private static func newest(_ lines: Data) -> Data {
        guard lines.count > 256 * 1024 else { return lines }
        let half = lines.suffix(128 * 1024)
        return Data(half.drop { $0 != UInt8(ascii: "\n") }.dropFirst())
    }
}

/// Held while events are sent. The operating system frees it with the process.
final class SendingLock: Sendable {
    private let descriptor: Int32

    fileprivate init?(_ file: URL) throws {
        descriptor = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError("open") }
        if flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            close(descriptor)
            return nil
        }
    }

    deinit { close(descriptor) }
}
