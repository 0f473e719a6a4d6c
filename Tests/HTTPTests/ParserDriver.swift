@testable import HTTP

/// What a parser said, in a form that doesn't depend on how its input was cut: pieces of a body are joined.
enum ParserOutcome: Equatable, CustomStringConvertible {
    case request(String, body: String)
    case failure(RequestFailure)

    var description: String {
        switch self {
        case .request(let line, let body): "\(line) [\(body)]"
        case .failure(let failure): "\(failure)"
        }
    }
}

/// Feeds a parser the way a connection does: what it did not use is given again with more behind it.
struct ParserDriver {
    var parser: RequestParser
    var bodyBytesMax = 65_536
    private(set) var outcomes: [ParserOutcome] = []
    private(set) var heads: [RequestHead] = []
    private var pending: [UInt8] = []
    private var body: [UInt8] = []
    private var hasFailed = false

    init(limits: ParserLimits = ParserLimits()) {
        parser = RequestParser(limits: limits)
    }

    mutating func feed(_ bytes: some Collection<UInt8>) {
        guard !hasFailed else { return }
        pending.append(contentsOf: bytes)
        let input = pending
        var offset = 0
        while !hasFailed, let event = parser.next(in: input.span, from: &offset) { note(event, input) }
        pending.removeFirst(offset)
    }

    private mutating func note(_ event: RequestParser.Event, _ input: [UInt8]) {
        switch event {
        case .head(let head):
            heads.append(head)
            parser.bodyBytesMax = bodyBytesMax
        case .body(let range):
            body += input[range]
        case .end:
            let head = heads[heads.count - 1]
            let fields = head.headers.fields.map { field in
                "\(head.headers.text(field.name)):\(head.headers.text(field.value))"
            }.joined(separator: ",")
            let line = "\(head.methodText) \(head.path) \(head.query ?? "-") \(head.version) \(fields)"
            outcomes.append(.request(line, body: String(decoding: body, as: UTF8.self)))
            body = []
        case .failure(let failure):
            outcomes.append(.failure(failure))
            hasFailed = true
        }
    }

    static func outcomes(_ bytes: [UInt8], limits: ParserLimits = ParserLimits()) -> [ParserOutcome] {
        var driver = ParserDriver(limits: limits)
        driver.feed(bytes)
        return driver.outcomes
    }

    static func outcomes(_ bytes: [UInt8], cutAt cut: Int) -> [ParserOutcome] {
        var driver = ParserDriver()
        driver.feed(bytes[..<cut])
        driver.feed(bytes[cut...])
        return driver.outcomes
    }

    static func outcomesByteByByte(_ bytes: [UInt8]) -> [ParserOutcome] {
        var driver = ParserDriver()
        for byte in bytes { driver.feed(CollectionOfOne(byte)) }
        return driver.outcomes
    }
}

/// The head of a request that must be right.
func parsedHead(_ text: String) -> RequestHead? {
    var driver = ParserDriver()
    driver.feed(Array(text.utf8))
    return driver.heads.first
}

/// The first failure that the parser finds, or nil.
func failure(_ text: String) -> RequestFailure? {
    for case .failure(let failure) in ParserDriver.outcomes(Array(text.utf8)) { return failure }
    return nil
}

extension RequestFailure {
    /// Status and slug, as a client sees them.
    var name: String { "\(problem.status) \(problem.slug)" }
}

extension RequestHead {
    /// The query as it was sent, without its question mark.
    var query: String? { target.query.map { headers.text($0) } }
}
