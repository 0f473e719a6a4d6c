internal import FoundationEssentials

/// Values as bytes that can be read in one way only: each with its length, or that it is absent.
struct SealText {
    package private(set) var bytes: [UInt8] = []

    init() {
        bytes.reserveCapacity(256)
    }

    package mutating func add(_ text: String?) {
        guard let text else { return addLength(.max) }
        addLength(UInt32(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    package mutating func add(_ number: Int64) {
        addLength(8)
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }

    package mutating func add(_ id: UUID?) {
        guard let id else { return addLength(.max) }
        addLength(16)
        withUnsafeBytes(of: id.uuid) { bytes.append(contentsOf: $0) }
    }

    package mutating func add(_ data: [UInt8]?) {
        guard let data else { return addLength(.max) }
        addLength(UInt32(data.count))
        bytes.append(contentsOf: data)
    }

    private mutating func addLength(_ count: UInt32) {
        withUnsafeBytes(of: count.bigEndian) { bytes.append(contentsOf: $0) }
    }
}
