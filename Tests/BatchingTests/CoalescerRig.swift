import Batching
import EventLoops
import FoundationEssentials
import TestSupport
import Testing
import Values

/// Stands where a transaction would: keeps what it was sent, and answers when told.
final class Gate {
    typealias CommandResult = Result<Int, InfrastructureError>

    private(set) var batches: [[Int]] = []
    /// Answers at once while open.
    var isOpen = false
    var answer: ([Int]) throws(BatchError<InfrastructureError>) -> [CommandResult] = {
        $0.map { .success($0 * 10) }
    }
    private var waiting: [UnsafeContinuation<Void, Never>] = []

    func run(_ commands: [Int]) async throws(BatchError<InfrastructureError>) -> [CommandResult] {
        batches.append(commands)
        if !isOpen { await withUnsafeContinuation { waiting.append($0) } }
        return try answer(commands)
    }

    var inFlight: Int { waiting.count }

    /// Lets the oldest batch in flight have its answer.
    func letOneThrough() {
        waiting.removeFirst().resume()
    }

    func open() {
        isOpen = true
        while !waiting.isEmpty { letOneThrough() }
    }
}

/// What one caller was told; nothing yet while it waits.
final class Answer {
    var results: [Gate.CommandResult]?
}

/// A coalescer with a gate behind it, on a loop.
final class CoalescerRig {
    let gate = Gate()
    private(set) var batchSizes: [Int] = []
    /// Whether batches are of all shards.
    var mixesShards = false
    private var made: Coalescer<Int, Int, InfrastructureError>?

    /// - Parameter shards: whether commands of a hundred are in one place, and each hundred in another.
    init(_ limits: CoalescerLimits, shards: Bool, on loop: isolated EventLoop) throws {
        let gate = self.gate
        made = try Coalescer(
            limits: limits, on: loop, user: { Self.user($0) }, shard: shards ? { $0 / 100 } : nil,
            mixesShards: { [weak self] in self?.mixesShards == true },
            observe: { [weak self] in self?.batchSizes.append($0) },
            run: { commands, _ throws(BatchError<InfrastructureError>) in try await gate.run(commands) })
    }

    var coalescer: Coalescer<Int, Int, InfrastructureError> { made! }

    /// The numbers of one ten are one user's.
    private static func user(_ command: Int) -> UserID {
        UserID(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(command / 10))))
    }

    /// Submits without waiting for the outcome.
    func submit(_ commands: [Int], on loop: isolated EventLoop) -> Answer {
        let answer = Answer()
        let coalescer = self.coalescer
        Task.immediate {
            _ = loop
            answer.results = await coalescer.submit(commands)
        }
        return answer
    }

    /// Runs `body` with a rig on a loop of its own.
    static func with(
        _ limits: CoalescerLimits = CoalescerLimits(batchesInFlightMax: 1, waitMilliseconds: 60_000),
        shards: Bool = false,
        _ body: @escaping @Sendable (CoalescerRig, isolated EventLoop) async throws -> Void
    ) async throws {
        try await onLoop { loop in
            let rig = try CoalescerRig(limits, shards: shards, on: loop)
            let result: Result<Void, any Error>
            do { result = .success(try await body(rig, loop)) } catch { result = .failure(error) }
            rig.gate.open()
            rig.coalescer.close()
            try result.get()
        }
    }
}
