internal import Glibc

/// The process's event loops, one thread each, running from the moment the group exists until `stop`.
package final class EventLoopGroup: Sendable {
    package let loops: [EventLoop]
    private let threads: Locked<[pthread_t]>

    /// - Parameter count: the number of loops; by default the number of processors.
    package init(count: Int = EventLoopGroup.processorCount) throws(EventLoopError) {
        // A peer that has gone is an EPIPE to handle, never a signal that ends the process.
        signal(SIGPIPE, SIG_IGN)
        var loops: [EventLoop] = []
        for index in 0..<max(1, count) { loops.append(try EventLoop(index: index)) }
        var threads: [pthread_t] = []
        for loop in loops {
            let thread = try startThread(named: "loop-\(loop.index)") {
                loop.executor.run { loop.assumeIsolated { $0.end() } }
            }
            threads.append(thread)
        }
        self.loops = loops
        self.threads = Locked(threads)
    }

    package static var processorCount: Int {
        max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    }

    /// Ends the loops after the callbacks they are in, and waits for their threads. Not to be called on a
    /// loop.
    package func stop() {
        for loop in loops { loop.executor.stop() }
        let running = threads.withLock { threads in
            defer { threads = [] }
            return threads
        }
        for thread in running { pthread_join(thread, nil) }
    }
}
