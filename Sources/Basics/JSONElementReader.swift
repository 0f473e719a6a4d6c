/// Finds the objects of an array member of a JSON document as it arrives, piece by piece: `{"users": [{…},
/// {…}]}`. It holds one object of bounded size, and doesn't validate it.
package struct JSONElementReader {
    package struct Element: Equatable {
        /// Where it begins; the first line is 1.
        package let line: Int
        package let bytes: [UInt8]
    }

    /// An error that ends the reading, because the start of the next object is unknown.
    package enum Failure: Error, Equatable, CustomStringConvertible {
        case tooLong(line: Int)
        case noObject(line: Int)
        case unfinished
        case noArray(String)

        package var description: String {
            switch self {
            case .tooLong(let line):
                "line \(line): the object has more than \(JSONElementReader.elementBytesMax / 1024) KiB"
            case .noObject(let line): "line \(line): here an object should begin, or the array end"
            case .unfinished: "the file ends in the middle"
            case .noArray(let name): "the file is no object with an array \(name)"
            }
        }
    }

    package static let elementBytesMax = 262_144

    private enum Position: Equatable {
        case before
        case within
        case behind
    }

    private let name: String
    private let key: [UInt8]
    private var position = Position.before
    /// How many objects and arrays are open.
    private var depth = 0
    private var isInText = false
    private var isEscaped = false
    /// The last text that stood right within the document: a member's name, or its value.
    private var text: [UInt8] = []
    private var element: [UInt8] = []
    private var elementLine = 0
    private var line = 1

    package init(member name: String) {
        self.name = name
        key = Array(name.utf8)
    }

    /// The element that a byte completes.
    package mutating func next(_ byte: UInt8) throws(Failure) -> Element? {
        if byte == UInt8(ascii: "\n") { line += 1 }
        if position == .within, depth > 2 || isInText || byte == UInt8(ascii: "{") { try keep(byte) }
        if isInText {
            continueText(byte)
            return nil
        }
        switch byte {
        case UInt8(ascii: "\""): try beginText()
        case UInt8(ascii: "{"), UInt8(ascii: "["): try open(byte)
        case UInt8(ascii: "}"), UInt8(ascii: "]"): return close(byte)
        default: try pass(byte)
        }
        return nil
    }

    /// To be asked at the end of the file.
    package func finish() throws(Failure) {
        guard position != .before else { throw .noArray(name) }
        guard depth == 0, !isInText else { throw .unfinished }
    }

    private mutating func keep(_ byte: UInt8) throws(Failure) {
        if element.isEmpty { elementLine = line }
        element.append(byte)
        if element.count > Self.elementBytesMax { throw .tooLong(line: elementLine) }
    }

    private mutating func beginText() throws(Failure) {
        if position == .within, depth == 2 { throw .noObject(line: line) }
        isInText = true
        if depth == 1 { text = [] }
    }

    private mutating func continueText(_ byte: UInt8) {
        if isEscaped {
            isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
            isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
            isInText = false
            return
        }
        // No member's name that matters is longer.
        if depth == 1, text.count < 64 { text.append(byte) }
    }

    private mutating func open(_ byte: UInt8) throws(Failure) {
        let isArray = byte == UInt8(ascii: "[")
        if position == .within, depth == 2, isArray { throw .noObject(line: line) }
        if position == .before, depth == 0, isArray { throw .noArray(name) }
        depth += 1
        if position == .before, depth == 2, isArray, text == key { position = .within }
    }

    private mutating func close(_ byte: UInt8) -> Element? {
        depth -= 1
        if position == .within, depth == 1 { position = .behind }
        guard position == .within, depth == 2 else { return nil }
        defer { element.removeAll(keepingCapacity: true) }
        return Element(line: elementLine, bytes: element)
    }

    /// Whatever else stands between texts, objects and arrays.
    private func pass(_ byte: UInt8) throws(Failure) {
        guard position == .within, depth == 2 else { return }
        let isBetween = byte == UInt8(ascii: ",") || byte <= UInt8(ascii: " ")
        if !isBetween { throw .noObject(line: line) }
    }
}
