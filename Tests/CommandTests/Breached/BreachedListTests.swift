import Basics
import Glibc
import TestSupport
import Testing

@testable import EmbeddedPostgres
@testable import shipmate

/// Lists of leaked passwords, as Have I Been Pwned's downloader writes them.
struct BreachedListTests {
    private static let count = 20_000

    /// Sums in order, each with a count of its own length.
    private static func sums(_ generator: inout SeededGenerator) -> [[UInt8]] {
        let sums = (0..<count).map { _ in (0..<20).map { _ in UInt8.random(in: 0...255, using: &generator) } }
        return sums.sorted { $0.lexicographicallyPrecedes($1) }
    }

    private static func lines(_ sums: [[UInt8]], end: String) -> String {
        sums.enumerated().map { index, sum in
            "\(Hexadecimal.text(sum).uppercased()):\(Int(pow(3.0, Double(index % 15))))\(end)"
        }.joined()
    }

    @Test(arguments: ["\n", "\r\n"])
    func `each sum of a file is found, and none beside it`(end: String) throws {
        var generator = SeededGenerator(seed: 7)
        let sums = Self.sums(&generator)
        let all = Set(sums)
        try with(Self.lines(sums, end: end)) { path in
            let list = try BreachedList(at: path)
            #expect(list.layout == .file)
            for sum in [sums[0], sums[Self.count - 1]] + sums.shuffled(using: &generator).prefix(500) {
                #expect(try list.contains(sum), "\(Hexadecimal.text(sum))")
                var other = sum
                other[19] ^= 1
                #expect(try list.contains(other) == all.contains(other))
            }
            for outside in [UInt8.min, .max] {
                #expect(try !list.contains([UInt8](repeating: outside, count: 20)))
            }
        }
    }

    @Test func `a short file, one that lacks its last end, lower case and counts of 0`() throws {
        let (first, last) = (String(repeating: "0", count: 39) + "1", String(repeating: "f", count: 40))
        try with("\(first):0\n\(last):2") { path in
            let list = try BreachedList(at: path)
            #expect(try list.contains([UInt8](repeating: 255, count: 20)))
            #expect(try !list.contains([UInt8](repeating: 0, count: 19) + [1]))
            #expect(try !list.contains([UInt8](repeating: 0, count: 20)))
        }
    }

    @Test func `a folder of ranges is looked into by the first five digits`() throws {
        try withRanges { folder in
            let list = try BreachedList(at: folder)
            #expect(list.layout == .folder)
            let sum = [0x77, 0x77, 0x70] + [UInt8](repeating: 0x12, count: 17)
            #expect(try !list.contains(sum))
            let rest = Hexadecimal.text(sum).uppercased().dropFirst(5)
            try AccountFiles.write(
                "00000000000000000000000000000000000:1\r\n\(rest):31\r\n", to: "\(folder)/77777.txt")
            #expect(try list.contains(sum))
            // One that is missing is told of, not taken for empty.
            #expect(throws: BreachedList.Trouble.self) {
                try list.contains([UInt8](repeating: 0x12, count: 20))
            }
            unlink("\(folder)/AAAAA.txt")
            let mistake = #expect(throws: BreachedList.Trouble.self) { try BreachedList(at: folder) }
            #expect(mistake?.description.hasPrefix("AAAAA.txt is not a SHA-1 range") == true)
        }
    }

    @Test func `what is no such list is refused at the start, and why is said`() throws {
        var generator = SeededGenerator(seed: 8)
        let lines = Self.lines(Self.sums(&generator), end: "\n").split(separator: "\n").shuffled(
            using: &generator)
        for (text, words) in [
            (lines.joined(separator: "\n"), "the list is not ordered by hash"),
            ("", "a line has the 40 hexadecimal digits"), ("password\n", "a line has the 40"),
            // NTLM's sums are shorter.
            ("8846F7EAEE8FB117AD06BDD830B7586C:9\n", "a line has the 40"),
        ] {
            try with(text) { path in
                let mistakes = #expect(throws: ConfigurationMistakes.self) {
                    try Configuration(environment: ["SHIPMATE_BREACHED_PASSWORDS": path]).breachedList()
                }
                #expect(mistakes?.description.contains(words) == true, "\(mistakes?.description ?? "")")
                #expect(mistakes?.all.map(\.name) == ["SHIPMATE_BREACHED_PASSWORDS"])
            }
        }
        let missing = #expect(throws: ConfigurationMistakes.self) {
            try Configuration(environment: ["SHIPMATE_BREACHED_PASSWORDS": "/nowhere/list"]).breachedList()
        }
        #expect(missing?.description.contains("No such file or directory") == true)
    }

    private func with(_ text: String, _ body: (String) throws -> Void) throws {
        let path = "/tmp/shipmate-breached-\(getpid())-\(UInt64.random(in: 0 ... .max))"
        try AccountFiles.write(text, to: path)
        defer { unlink(path) }
        try body(path)
    }

    /// With the ranges that are looked at when the service starts.
    private func withRanges(_ body: (String) throws -> Void) throws {
        let folder = "/tmp/shipmate-breached-\(getpid())-\(UInt64.random(in: 0 ... .max))"
        try Files.makeDirectory(folder, mode: 0o700)
        defer { _ = ChildProcess.output(of: ["/bin/rm", "-rf", folder]) }
        for digit in "0123456789ABCDEF" {
            let name = String(repeating: digit, count: 5)
            try AccountFiles.write("\(String(repeating: "0", count: 34))1:1\r\n", to: "\(folder)/\(name).txt")
        }
        try body(folder)
    }
}
