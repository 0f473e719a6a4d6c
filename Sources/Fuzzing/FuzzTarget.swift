/// A reader of strangers' input, tried with unforeseen bytes: by libFuzzer in `make faults`, and with its
/// recorded inputs in `make test`.
package enum FuzzTarget: String, CaseIterable, Sendable {
    case parser
    case json
    case token
    case link
    case csv

    /// The reader's promise that this input breaks; nil for none. A trap ends the process.
    package func mistake(with input: [UInt8]) -> String? {
        switch self {
        case .parser: ParserFuzzing.mistake(with: input)
        case .json: JSONFuzzing.mistake(with: input)
        case .token: TokenFuzzing.mistake(with: input)
        case .link: LinkFuzzing.mistake(with: input)
        case .csv: CSVFuzzing.mistake(with: input)
        }
    }
}
