import Testing

/// Where somebody vouches for what the compiler can't see, and why it must be there.
struct VouchingTests {
    /// All of these modules' files may.
    static let modules = [
        "EventLoops": "libevent's handles and callbacks, threads and locks are what it hides",
        "Postgres": "libpq's handles and buffers are what it hides",
        "WebClient": "libcurl's handles and callbacks are what it hides",
    ]

    /// Elsewhere these files alone.
    static let files = [
        "Sources/Patterns/Pattern.swift": "RE2's handle: const while matching, freed with its owner",
        "Sources/Values/UUID+Text.swift": "16 bytes as two words: on the path of every event",
        "Sources/Values/UUID+Bytes.swift": "16 bytes as two words: on the path of every token",
        "Sources/Crypto/Hashes/SipHash.swift": "libsodium writes the hash as bytes of a word",
        "Sources/Crypto/Hashes/Base64.swift": "libsodium's text is of C's characters",
        "Sources/Batching/Coalescing/Coalescer.swift": "a checked continuation is an allocation a request",
        "Sources/Batching/Coalescing/BatchScheduler.swift":
            "a checked continuation is an allocation a batch",
        "Sources/Batching/Coalescing/CommandWaiter.swift":
            "a checked continuation is an allocation a request",
        "Sources/HTTP/Serving/HTTPServer.swift": "waits for the last connection to close",
        "Sources/Basics/OutputSpan+Bytes.swift": "writes several bytes at once, into room that it checks",
        "Sources/Basics/ByteScan.swift": "reads eight bytes of a head at once, within its span",
        "Sources/shipmate/Serving/Signals.swift": "waits for a signal",
        "Sources/EmbeddedPostgres/Files.swift": "a directory entry's name is an array of C's",
        "Sources/QRCodes/PNG.swift": "libpng's handle, and the bytes that its callback appends to",
        "Sources/TestSupport/Bytes.swift": "C's search gives back an address, which is subtracted at once",
        "Sources/TestSupport/TestLoop.swift": "waits for the loop that a test runs on",
        "Sources/TestSupport/HandedSocket.swift": "an address of C's is read as its base",
        "Sources/TestSupport/RawHTTPClient.swift": "an address of C's is read as its base",
    ]

    @Test func `only what is named here vouches for what the compiler can't see`() throws {
        for (file, ways) in try Self.vouching.get()
        where Self.modules[file.module] == nil && Self.files[file.path] == nil {
            #expect(ways == [], "\(file.path)")
        }
    }

    @Test func `what is named here does vouch`() throws {
        let files = try Self.vouching.get().filter { $0.ways != [] }.map(\.file)
        #expect(Set(Self.files.keys).subtracting(files.map(\.path)) == [])
        #expect(Set(Self.modules.keys).subtracting(files.map(\.module)) == [])
    }

    @Test(
        arguments: [
            "final class Handle: @unchecked Sendable {",
            "extension Handle: @retroactive @unchecked Sendable {}",
            "private nonisolated(unsafe) let handle: OpaquePointer",
            "nonisolated(\n    unsafe) var count = 0",
            "unowned(unsafe) let owner: Owner", "@preconcurrency internal import CRe2",
            "@safe struct Buffer {", "@unsafe func read()", "return unsafe read(pointer)",
            "let words = unsafe (first, second)", "unsafeBitCast(uuid, to: Words.self)",
            "unsafeDowncast(object, to: Loop.self)", "let handle: OpaquePointer",
            "Unmanaged.passUnretained(self).toOpaque()", "pointer.assumingMemoryBound(to: UInt8.self)",
            "pointer.bindMemory(to: UInt8.self, capacity: 1)", "pointer.withMemoryRebound(to: CChar.self) {",
            "loop.assumeIsolated {", "await withUnsafeContinuation {",
            "var next: UnsafeContinuation<Void, Never>",
            "bytes.unsafeLoadUnaligned(as: UInt64.self)", "raw.load(as: Handle.self)",
            "UnsafeRawPointer(bitPattern: 1)", "let context: UnsafeMutableRawPointer?",
            "@_silgen_name(\"read\") func read()", "@_unsafeInheritExecutor func run() async",
        ])
    func `sees every way of doing so`(code: String) {
        #expect(Self.vouching(in: Sources.File(path: "Sources/API/New.swift", text: code)) != [])
    }

    @Test(
        arguments: [
            "case unsafe(settings: [String])", "guard unsafe.isEmpty || allowsUnsafeDatabase else { throw }",
            "let (keys, unsafe) = try await load()", "// nonisolated(unsafe) would do", "@safely let x = 1",
            "bytes.withUnsafeBytes { send($0.baseAddress, $0.count) }",
            "String(unsafeUninitializedCapacity: 8) {",
            "let unsafe = try await settingsOff()", "nonisolated struct Value: Sendable {",
        ])
    func `takes nothing else for it, nor a pointer that ends with its call`(code: String) {
        #expect(Self.vouching(in: Sources.File(path: "Sources/API/New.swift", text: code)) == [])
    }

    /// Of all files, which takes seconds.
    private static let vouching = Result {
        try Sources.files(in: "Sources").map { (file: $0, ways: vouching(in: $0)) }
    }

    /// What a file's code says of the kind.
    private static func vouching(in file: Sources.File) -> [String] {
        let ways: [Regex<Substring>] = [
            #/@unchecked\b|@safe\b|@unsafe\b|@preconcurrency\b|@_\w+/#,
            #/\b(?:nonisolated|unowned)\s*\(\s*unsafe\s*\)|\bassumeIsolated\b/#,
            #/\bunsafe[ \t]+(?!=)[\w(]|\bunsafe(?:BitCast|Downcast|Load\w*)\b/#,
            #/\b(?:Unmanaged|OpaquePointer|Unsafe(?:Mutable)?RawPointer|(?:withU|U)nsafe\w*Continuation)\b/#,
            #/\.(?:load|assumingMemoryBound|bindMemory|withMemoryRebound)\((?:to|as):/#,
        ]
        let code = file.code.map(\.text).joined(separator: "\n")
        return ways.flatMap { code.matches(of: $0.wordBoundaryKind(.simple)).map { String($0.output) } }
    }
}
