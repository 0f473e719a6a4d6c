import Foundation
import Shipmate

// Measures the library against a test server whose URL is the argument.
func measured(_ body: () async throws -> Void) async rethrows -> Double {
    let began = ContinuousClock.now
    try await body()
    return (ContinuousClock.now - began) / .seconds(1)
}

func residentKB() -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return line.flatMap { Int($0.split(separator: " ")[1]) } ?? 0
}

let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "shipmate-measure-\(UUID().uuidString)")
defer { try? FileManager.default.removeItem(at: folder) }
var options = Options()
options.folder = folder
options.store = FileStore(folder: folder)
options.sendDelaySeconds = 3600
let host = URL(string: CommandLine.arguments.last ?? "")!
_ = try await URLSessionTransport().parts(of: HTTPRequest.get(host)).reduce(0) { count, _ in count + 1 }

let before = residentKB()
let made = await measured { _ = Shipmate(host: host, options: options) }
let shipmate = Shipmate(host: host, options: options)
let first = try await measured { try await shipmate.start() }
let count = 5000
let writes = try await measured {
    for _ in 0..<count { try await shipmate.record(.counterIncremented("coins")) }
}
let sync = await measured { _ = try? await shipmate.flush() }
print("making a handle: \(Int(made * 1_000_000)) µs")
print("first start, with the sign-up: \(Int(first * 1000)) ms")
print(
    "journal: \(Int(Double(count) / writes)) events/s, one sync and sending of \(count): \(Int(sync * 1000)) ms"
)
print("memory: \(before) KB before, \(residentKB()) KB after")
