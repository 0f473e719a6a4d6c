internal import API
internal import HTTP
internal import JSON

/// An object as Branch's clients send one. Unknown members are ignored, as at Branch: SDKs add their own.
struct BranchBody: EndpointInput {
    let json: JSONValue
    /// Where it is in the request.
    private let pointer: String

    static var body: Route.Body { .json }

    static func read(_ request: Request) throws(Problem) -> BranchBody {
        try BranchBody(request.json())
    }

    init(_ json: JSONValue, at pointer: String = "") throws(Problem) {
        guard case .object = json else { throw .field(pointer, .wrongType, "An object is needed.") }
        self.json = json
        self.pointer = pointer
    }

    func text(_ name: String, charactersMax: Int = 128) throws(Problem) -> String? {
        switch json[name] {
        case nil, .null, .string(""): return nil
        case .string(let text):
            guard !text.utf8.contains(0) else {
                throw .field("\(pointer)/\(name)", .invalid, "The character U+0000 is not allowed.")
            }
            guard text.unicodeScalars.count <= charactersMax else {
                throw .field(
                    "\(pointer)/\(name)", .tooLong, "At most \(charactersMax) characters are allowed.")
            }
            return text
        default: throw .field("\(pointer)/\(name)", .wrongType, "A string is needed.")
        }
    }

    /// Text, or a number where clients send one.
    func scalar(_ name: String) throws(Problem) -> String? {
        switch json[name] {
        case .integer(let number): String(number)
        case .number(let number): "\(number)"
        default: try text(name)
        }
    }

    /// A number, or the same as text.
    func integer(_ name: String, in range: ClosedRange<Int64>) throws(Problem) -> Int64? {
        let number: Int64?
        switch json[name] {
        case nil, .null: return nil
        case .integer(let integer): number = integer
        case .string(let text): number = Int64(digits: text)
        default: number = nil
        }
        guard let number, range.contains(number) else {
            throw .field(
                "\(pointer)/\(name)", .outOfRange,
                "A whole number from \(range.lowerBound) to \(range.upperBound) is needed.")
        }
        return number
    }

    /// A list of texts, or one text.
    func texts(_ name: String, countMax: Int, charactersMax: Int) throws(Problem) -> [String] {
        switch json[name] {
        case nil, .null: return []
        case .string: return [try text(name, charactersMax: charactersMax)].compactMap { $0 }
        case .array(let elements):
            guard elements.count <= countMax else {
                throw .field("\(pointer)/\(name)", .tooLong, "At most \(countMax) may be given.")
            }
            var texts: [String] = []
            for element in elements {
                let one = try BranchBody(.object([JSONMember(name, element)]), at: pointer)
                if let text = try one.text(name, charactersMax: charactersMax) { texts.append(text) }
            }
            return texts
        default: throw .field("\(pointer)/\(name)", .wrongType, "A list of strings is needed.")
        }
    }

    /// An object, or the same as JSON text, as older clients send it.
    func object(_ name: String) throws(Problem) -> JSONValue? {
        switch json[name] {
        case nil, .null, .string(""): return nil
        case .object(let members): return .object(members)
        case .string(let text):
            if case .object(let members)? = try? JSONParser.parse(Array(text.utf8)) {
                return .object(members)
            }
            throw .field("\(pointer)/\(name)", .invalid, "The text is not a JSON object.")
        default: throw .field("\(pointer)/\(name)", .wrongType, "An object is needed.")
        }
    }
}
