package import EventLoops
package import HTTP

/// Draws QR codes for all loops of a process on a thread of its own, and keeps the last pictures.
///
/// Anyone can ask for pictures. On a loop, drawing them would delay players' events.
package final class QRPictureWork: Sendable {
    private struct State: Sendable {
        var codes = QRPictureStore(countMax: 512, bytesMax: 4_194_304)
        /// Apart: unknown codes push out no link's picture.
        var crosses = QRPictureStore(countMax: 64, bytesMax: 524_288)
        var pool: BlockingPool?

        mutating func bytes(of picture: QRPicture) -> [UInt8]? {
            picture.text == nil ? crosses.bytes(of: picture) : codes.bytes(of: picture)
        }

        mutating func keep(_ bytes: [UInt8], of picture: QRPicture) {
            if picture.text == nil {
                crosses.keep(bytes, of: picture)
            } else {
                codes.keep(bytes, of: picture)
            }
        }
    }

    /// The longest wait for the thread, within a call's own time.
    private static let waitMillisecondsMax = 500
    private let queueMax: Int
    private let state = Locked(State())

    /// - Parameter queueMax: pictures that may wait to be drawn; past it callers get `unavailable` at once.
    package init(queueMax: Int) {
        self.queueMax = queueMax
    }

    /// - Parameter owner: of the work; owners are served in rotation.
    /// - Throws: `unavailable` when too many wait.
    package func bytes(
        of picture: QRPicture, for owner: FairnessKey
    ) async throws(Problem) -> [UInt8] {
        if let kept = state.withLock({ $0.bytes(of: picture) }) { return kept }
        let pool = try pool()
        do throws(BlockingPool.Full) {
            return try await pool.run(for: owner) { [state] in
                // Drawn for another caller while this one waited.
                if let kept = state.withLock({ $0.bytes(of: picture) }) { return kept }
                let bytes = picture.draw()
                state.withLock { $0.keep(bytes, of: picture) }
                return bytes
            }
        } catch {
            throw .unavailable
        }
    }

    /// Begun with the first picture: a service without links has no thread for them.
    private func pool() throws(Problem) -> BlockingPool {
        let limits = BlockingPool.Limits(
            queueMax: queueMax, waitMillisecondsMax: Self.waitMillisecondsMax, niceness: 10)
        do throws(EventLoopError) {
            return try state.withLock { state throws(EventLoopError) in
                if let pool = state.pool { return pool }
                let pool = try BlockingPool(workers: 1, limits: limits)
                state.pool = pool
                return pool
            }
        } catch {
            throw .unavailable
        }
    }
}
