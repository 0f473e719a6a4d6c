import FoundationEssentials
import Fuzzing
import Testing

/// What libFuzzer has found in `make faults`, tried again: Benchmarks/faults/fuzz/corpus, an
/// input a line in base64.
@Suite struct CorpusTests {
    @Test(arguments: FuzzTarget.allCases)
    func `a reader of strangers' bytes keeps its promises with all that was found`(_ target: FuzzTarget)
        throws
    {
        let inputs = try Self.corpus(of: target)
        #expect(inputs.count > 5)
        for input in inputs {
            #expect(target.mistake(with: input) == nil, "\(Data(input).base64EncodedString())")
        }
    }

    private static func corpus(of target: FuzzTarget) throws -> [[UInt8]] {
        let root = #filePath.split(separator: "/").prefix { $0 != "Tests" }.joined(separator: "/")
        let path = "/\(root)/Benchmarks/faults/fuzz/corpus/\(target.rawValue).txt"
        return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map { line in
            try Array(#require(Data(base64Encoded: String(line))))
        }
    }
}
