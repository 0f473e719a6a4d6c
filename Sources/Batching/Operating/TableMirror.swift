package import EventLoops
package import Postgres

/// A table's rows as one loop has them: read when they change, not when they are used.
package protocol TableMirror: AnyObject {
    var mirrored: MirrorState { get set }

    /// Reads the rows. If `mirrored.changes` differs afterwards, they are out of date and must not be kept.
    func read(on loop: isolated EventLoop) async throws(PostgresError)
}

/// How current a `TableMirror` is.
package struct MirrorState {
    /// Counts the changes that were heard of, and the connections by which they are heard.
    package fileprivate(set) var changes = 0
    /// Whether it was read since the last one.
    package fileprivate(set) var isCurrent = false

    package init() {}
}

extension TableMirror {
    /// Reads the rows, again until that succeeds or until another change calls for a reading of its own.
    package func refresh(on loop: isolated EventLoop) {
        mirrored.changes += 1
        mirrored.isCurrent = false
        Task.immediate(priority: EventLoop.taskPriority) {
            _ = loop
            await readUntilDone(on: loop)
        }
    }

    private func readUntilDone(on loop: isolated EventLoop) async {
        let changes = mirrored.changes
        while changes == mirrored.changes {
            do throws(PostgresError) {
                try await read(on: loop)
                if changes == mirrored.changes { mirrored.isCurrent = true }
                return
            } catch {
                if error == .closed { return }
            }
            guard (try? await loop.sleep(milliseconds: 100)) != nil else { return }
        }
    }
}
