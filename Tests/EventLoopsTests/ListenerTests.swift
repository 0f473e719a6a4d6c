import EventLoops
internal import Glibc
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ListenerTests {
    /// A listener on loops of its own; what it accepted stays open until the test closes it.
    final class House: Sendable {
        struct Guest: Sendable {
            let descriptor: Int32
            let peer: PeerAddress
            let slot: Listener.Slot
            let loop: EventLoop
        }

        let group: EventLoopGroup
        let listener: Listener
        let port: UInt16
        let guests: Locked<[Guest]>
        private nonisolated(unsafe) var acceptors: [Acceptor] = []

        init(
            loops: Int, limits: ListenerLimits, makeRoom: @escaping Listener.MakeRoom = { _ in nil }
        ) async throws {
            let socket = try ListeningSocket.bind(host: "127.0.0.1", port: 0)
            let guests = Locked<[Guest]>([])
            group = try EventLoopGroup(count: loops)
            port = socket.port
            self.guests = guests
            listener = Listener(socket: socket, loops: group.loops, limits: limits, makeRoom: makeRoom) {
                descriptor, peer, slot, loop in
                loop.assertIsolated()
                let guest = Guest(descriptor: descriptor, peer: peer, slot: slot, loop: loop)
                guests.withLock { $0.append(guest) }
            }
            for loop in group.loops {
                try await loop.perform { loop in self.acceptors.append(try self.listener.start(on: loop)) }
            }
        }

        var count: Int { guests.withLock { $0.count } }

        func closeOne() {
            let guest = guests.withLock { $0.removeFirst() }
            close(guest.descriptor)
            listener.connectionClosed(on: guest.loop, from: guest.peer)
        }

        func endAccepting() async {
            for loop in group.loops {
                await loop.perform { loop in self.acceptors[loop.index].stop() }
            }
        }

        func leave() {
            group.stop()
            for guest in guests.withLock({ $0 }) { close(guest.descriptor) }
        }
    }

    @Test func `spreads connections evenly over the loops`() async throws {
        let house = try await House(loops: 2, limits: ListenerLimits(connectionsMax: 100))
        defer { house.leave() }
        let clients = (0..<20).map { _ in Client(port: house.port) }
        #expect(await eventually { house.count == 20 })
        #expect(house.listener.connections.open == 20)
        let guests = house.guests.withLock { $0 }
        #expect(guests.count { $0.loop === house.group.loops[0] } == 10)
        #expect(guests.allSatisfy { $0.peer.description == "127.0.0.1" })
        #expect(guests.allSatisfy { fcntl($0.descriptor, F_GETFL) & O_NONBLOCK != 0 })
        withExtendedLifetime(clients) {}
    }

    @Test func `stops at its limit and goes on when one closes`() async throws {
        let house = try await House(
            loops: 2, limits: ListenerLimits(connectionsMax: 3, connectionsReserved: 0))
        defer { house.leave() }
        let clients = (0..<6).map { _ in Client(port: house.port) }
        #expect(await eventually { house.count == 3 })
        // Time for a fourth to be accepted.
        try await Task.sleep(for: .milliseconds(250))
        #expect(house.count == 3 && house.listener.connections.open == 3)
        for _ in 0..<3 {
            house.closeOne()
            #expect(await eventually { house.count == 3 })
        }
        house.closeOne()
        #expect(house.listener.connections.open == 2)
        withExtendedLifetime(clients) {}
    }

    @Test func `accepts nothing after its stop`() async throws {
        let house = try await House(loops: 2, limits: ListenerLimits(connectionsMax: 10))
        defer { house.leave() }
        let early = Client(port: house.port)
        #expect(await eventually { house.count == 1 })
        house.listener.stop()
        let late = Client(port: house.port)
        // Time for the late one to be accepted.
        try await Task.sleep(for: .milliseconds(250))
        #expect(house.count == 1)
        withExtendedLifetime((early, late)) {}
    }

    @Test func `accepts nothing on loops whose acceptors were stopped`() async throws {
        let house = try await House(loops: 2, limits: ListenerLimits(connectionsMax: 10))
        defer { house.leave() }
        await house.endAccepting()
        let late = Client(port: house.port)
        // Time for the late one to be accepted.
        try await Task.sleep(for: .milliseconds(150))
        #expect(house.count == 0)
        withExtendedLifetime(late) {}
    }

    private static func comesToHold(_ condition: () -> Bool) -> Bool {
        for _ in 0..<1000 where !condition() { usleep(5000) }
        return condition()
    }

    /// In a process of its own: the limit is the whole process's. It waits by blocking: a task that sleeps
    /// needs a descriptor for its timer.
    @Test func `pauses without spinning when descriptors run out, and goes on when there are some`() async {
        await #expect(processExitsWith: .exitCode(7)) {
            let house = try await House(loops: 2, limits: ListenerLimits(connectionsMax: 1000))
            var clients = (0..<8).map { _ in Client(port: house.port) }
            guard Self.comesToHold({ house.count == 8 }) else { exit(8) }
            clients.append(contentsOf: Self.clientsThatLeaveNoDescriptor(house: house))
            var before = rusage()
            getrusage(Int32(RUSAGE_SELF.rawValue), &before)
            // What it costs to be out of descriptors is measured over this time.
            usleep(500_000)
            var after = rusage()
            getrusage(Int32(RUSAGE_SELF.rawValue), &after)
            let microseconds = Self.microseconds(after) - Self.microseconds(before)
            guard microseconds < 50_000 else { exit(9) }
            let accepted = house.count
            guard accepted < clients.count else { exit(10) }
            Self.limitDescriptors(4096)
            let total = clients.count
            guard Self.comesToHold({ house.count == total }) else { exit(11) }
            withExtendedLifetime(clients) {}
            exit(7)
        }
    }

    /// Callers of whom at least one can't be accepted: the limit leaves no descriptor but those that were in
    /// use for a moment when it was set, one a loop at most, by an `accept` that found nobody.
    private static func clientsThatLeaveNoDescriptor(house: House) -> [Client?] {
        let clients = (0...house.group.loops.count).map { _ in Client() }
        let free = dup(0)
        close(free)
        limitDescriptors(UInt(free))
        return clients.map { $0.connect(to: house.port) ? $0 : nil }
    }

    private static func limitDescriptors(_ count: UInt) {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = count
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    private static func microseconds(_ usage: rusage) -> Int {
        (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1_000_000 + Int(usage.ru_utime.tv_usec)
            + Int(usage.ru_stime.tv_usec)
    }
}
