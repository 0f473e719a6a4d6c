import EventLoops
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct FileWatchTests {
    @Test func `calls when there is something to read, and again while some is left`() async throws {
        try await onLoop { loop, _ in
            let (log, pipe) = (Log(), Pipe())
            let watch = try loop.watch(pipe.readEnd, for: .read) { log.add("\(pipe.read() ?? 0)") }
            watch.start()
            // Time for a call that must not come.
            try await loop.sleep(milliseconds: 20)
            #expect(log.entries == [])
            for byte in 1...3 as ClosedRange<UInt8> { pipe.write(byte) }
            #expect(await eventually { log.entries == ["1", "2", "3"] })
            watch.stop()
        }
    }

    @Test func `calls when there is room to write`() async throws {
        try await onLoop { loop, _ in
            let (log, pipe) = (Log(), Pipe())
            pipe.fill()
            let watch = try loop.watch(pipe.writeEnd, for: .write) { log.add("room") }
            watch.start()
            // Time for a call that must not come.
            try await loop.sleep(milliseconds: 20)
            #expect(log.entries == [])
            pipe.drain()
            #expect(await eventually { !log.entries.isEmpty })
            watch.stop()
        }
    }

    @Test func `is silent once stopped, and hears again once started`() async throws {
        try await onLoop { loop, _ in
            let (log, pipe) = (Log(), Pipe())
            let watch = try loop.watch(pipe.readEnd, for: .read) {
                _ = pipe.read()
                log.add("heard")
            }
            watch.start()
            watch.start()
            #expect(watch.isActive)
            watch.stop()
            #expect(!watch.isActive)
            pipe.write()
            // Time for a call that must not come.
            try await loop.sleep(milliseconds: 20)
            #expect(log.entries == [])
            watch.start()
            #expect(await eventually { log.entries == ["heard"] })
            watch.stop()
        }
    }

    @Test func `can be stopped in its own action`() async throws {
        try await onLoop { loop, _ in
            let (log, pipe, holder) = (Log(), Pipe(), Holder<FileWatch>())
            holder.value = try loop.watch(pipe.readEnd, for: .read) {
                holder.value?.stop()
                log.add("once")
            }
            holder.value?.start()
            pipe.write()
            // Time for a second call.
            try await loop.sleep(milliseconds: 30)
            #expect(log.entries == ["once"])
            holder.value = nil
        }
    }

    @Test func `can be released in its own action, descriptor and all`() async throws {
        try await onLoop { loop, _ in
            for _ in 0..<100 {
                let (log, pipe, holder) = (Log(), Holder<Pipe>(), Holder<FileWatch>())
                pipe.value = Pipe()
                holder.value = try loop.watch(pipe.value!.readEnd, for: .read) {
                    holder.value = nil
                    pipe.value = nil
                    log.add("still here")
                }
                holder.value?.start()
                pipe.value?.write()
                #expect(await eventually { log.entries == ["still here"] })
            }
        }
    }

    @Test func `ends another that was ready in the same breath`() async throws {
        try await onLoop { loop, _ in
            let (log, pipes) = (Log(), [Pipe(), Pipe()])
            let holders = [Holder<FileWatch>(), Holder<FileWatch>()]
            for index in 0...1 {
                holders[index].value = try loop.watch(pipes[index].readEnd, for: .read) {
                    log.add("\(index)")
                    _ = pipes[index].read()
                    holders[1 - index].value = nil
                }
                pipes[index].write()
            }
            for holder in holders { holder.value?.start() }
            // Time for both.
            try await loop.sleep(milliseconds: 30)
            #expect(log.entries.count == 1)
            for holder in holders { holder.value = nil }
        }
    }

    @Test func `an urgent one is told, and goes on, while many others are ready`() async throws {
        try await onLoop { loop, _ in
            let (log, pipe, crowd) = (Log(), Pipe(), (0..<200).map { _ in Pipe() })
            let urgent = try loop.watch(pipe.readEnd, for: .read) {
                _ = pipe.read()
                Task(priority: EventLoop.taskPriority) {
                    _ = loop
                    log.add("went on")
                }
            }
            urgent.start()
            urgent.setUrgent(true)
            let watches = try crowd.map { one in
                one.write()
                return try loop.watch(one.readEnd, for: .read) {
                    _ = one.read()
                    if log.entries.isEmpty { pipe.write() }
                    log.add("one")
                }
            }
            for watch in watches { watch.start() }
            #expect(await eventually { log.entries.count == 201 })
            let slot = try #require(log.entries.firstIndex(of: "went on"))
            #expect(slot > 0 && slot <= 4, "after \(slot) of 200")
            for watch in watches + [urgent] { watch.stop() }
        }
    }

    @Test func `outlives its group without harm`() async throws {
        nonisolated(unsafe) var watch: FileWatch?
        nonisolated(unsafe) var timer: LoopTimer?
        let pipe = Pipe()
        do {
            let group = try EventLoopGroup(count: 1)
            try await group.loops[0].perform { loop in
                watch = try loop.watch(pipe.readEnd, for: .read) {}
                watch?.start()
                timer = try loop.timer {}
                timer?.start(afterMilliseconds: 60_000)
            }
            group.stop()
        }
        watch = nil
        timer = nil
    }
}
