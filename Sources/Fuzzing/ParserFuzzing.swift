internal import HTTP

/// However a request is cut, it stays the same request; and no event speaks of bytes that weren't given.
enum ParserFuzzing {
    static func mistake(with input: [UInt8]) -> String? {
        guard let first = input.first else { return nil }
        let bytes = Array(input.dropFirst())
        // The first byte says where: libFuzzer moves it like any other.
        let cut = Int(first) * 7 % (bytes.count + 1)
        let whole = transcript(of: bytes, cutAt: bytes.count)
        return transcript(of: bytes, cutAt: cut) == whole ? nil : "cut at \(cut) it is another request"
    }

    /// Heads, bodies and the failure as the parser told them, one behind the other.
    private static func transcript(of bytes: [UInt8], cutAt cut: Int) -> [UInt8] {
        var parser = RequestParser()
        var transcript: [UInt8] = []
        var offset = 0
        for end in [cut, bytes.count] {
            let input = Array(bytes[..<end])
            while let event = parser.next(in: input.span, from: &offset) {
                switch event {
                case .head(let head):
                    transcript += head.path.utf8
                    transcript.append(head.keepsAlive ? 1 : 2)
                case .body(let range): transcript += input[range]
                case .end: transcript.append(3)
                case .failure(let failure): return transcript + "\(failure)".utf8
                }
            }
        }
        return transcript
    }
}
