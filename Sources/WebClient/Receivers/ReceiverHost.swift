internal import Glibc

/// A host as a URL has it: a name in lower case, or an address.
enum ReceiverHost: Hashable, Sendable {
    case name(String)
    case address(IPAddress, text: String)

    private static let byteCountMax = 253
    private static let labelByteCountMax = 63

    init(_ text: Substring) throws(ReceiverURLError) {
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { throw .hostNotASCII }
        if text.hasPrefix("[") {
            self = try Self.bracketed(text.dropFirst().dropLast())
        } else {
            guard !text.contains("%") else { throw .hostPercentEncoded }
            self = try Self.named(text.lowercased())
        }
    }

    private static func bracketed(_ text: Substring) throws(ReceiverURLError) -> ReceiverHost {
        guard !text.contains("%") else { throw .zone }
        guard text.contains(":"), let address = IPAddress(String(text)) else { throw .host }
        return .address(address, text: "[\(address)]")
    }

    private static func named(_ text: String) throws(ReceiverURLError) -> ReceiverHost {
        if let address = IPAddress(text) { return .address(address, text: text) }
        let isRooted = text.hasSuffix(".")
        let name = isRooted ? String(text.dropLast()) : text
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        guard name.utf8.count <= byteCountMax, labels.allSatisfy(isLabel) else { throw .host }
        // A browser, a resolver or a proxy may read such a name as an address.
        if let number = labels.last, number.utf8.first.map(isDigit) == true, isNumber(number) {
            throw try refusal(of: name)
        }
        return .name(name)
    }

    /// Of an address in another notation than the usual: `127.1`, `0x7f.1`, `0177.0.0.1`, `2130706433`.
    private static func refusal(of number: String) throws(ReceiverURLError) -> ReceiverURLError {
        var address = in_addr()
        guard inet_aton(number, &address) == 1 else { throw .host }
        let isPublic = AddressFilter.publicOnly.allows(.v4(UInt32(bigEndian: address.s_addr)))
        return isPublic ? .addressNotation : .addressNotPublic
    }

    private static func isLabel(_ text: Substring) -> Bool {
        (1...labelByteCountMax).contains(text.utf8.count)
            && text.utf8.allSatisfy { isDigit($0) || isLetter($0) || $0 == 0x2D || $0 == 0x5F }
    }

    /// Decimal, octal or hexadecimal.
    private static func isNumber(_ label: Substring) -> Bool {
        label.utf8.allSatisfy(isDigit)
            || label.hasPrefix("0x") && label.dropFirst(2).allSatisfy(\.isHexDigit)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }
}

extension ReceiverHost: CustomStringConvertible {
    var description: String {
        switch self {
        case .name(let name): name
        case .address(_, let text): text
        }
    }

    /// Not for a private address, nor for the names that lead to the machine itself (RFC 6761).
    var isPublic: Bool {
        switch self {
        case .name(let name): name != "localhost" && !name.hasSuffix(".localhost")
        case .address(let address, _): AddressFilter.publicOnly.allows(address)
        }
    }

    /// Where a connection to this host may go, once the operator has allowed it: to any address of a name.
    var addresses: AddressFilter {
        switch self {
        case .name: .any
        case .address(let address, _): AddressFilter(publicAnd: [AddressRange(address)])
        }
    }
}
