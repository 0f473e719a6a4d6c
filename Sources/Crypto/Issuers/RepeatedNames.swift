/// Tells an object of JSON that has a member twice: what its reader would take is then not what its writer
/// may have meant (RFC 7519, section 4).
enum RepeatedNames {
    /// For valid JSON; only the outermost object. A name with escapes counts as a repetition: issuers don't
    /// write those, and it could be any name.
    static func areIn(_ json: [UInt8]) -> Bool {
        var names: Set<ArraySlice<UInt8>> = []
        var depth = 0
        var index = json.startIndex
        while index < json.endIndex {
            switch json[index] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: "\""):
                let end = closing(json, after: index)
                let text = json[(index + 1)..<end]
                if depth == 1, isName(json, endingAt: end) {
                    guard !text.contains(UInt8(ascii: "\\")), names.insert(text).inserted else { return true }
                }
                index = end
            default: break
            }
            index += 1
        }
        return false
    }

    /// Where the text ends that begins at `start`.
    private static func closing(_ json: [UInt8], after start: Int) -> Int {
        var index = start + 1
        while index < json.endIndex, json[index] != UInt8(ascii: "\"") {
            index += json[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(index, json.endIndex - 1)
    }

    private static func isName(_ json: [UInt8], endingAt end: Int) -> Bool {
        let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
        return json[(end + 1)...].first { !blanks.contains($0) } == UInt8(ascii: ":")
    }
}
