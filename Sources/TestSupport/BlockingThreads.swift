internal import EventLoops

/// Moves the calling task to a thread that may block, and with it all later suspensions. A test waits for
/// replies and commands by blocking, and the runtime only has as many threads as processors.
package func moveToBlockingThread() async throws {
    try GlobalPool.widen(to: 64)
    await Task.yield()
}
