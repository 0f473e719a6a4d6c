internal import Basics
internal import FoundationEssentials
internal import Values

/// Values as bytes that can be read in one way only: each with its length, or that it is absent.
struct SealText {
    package private(set) var bytes: [UInt8] = []

    init() {
        bytes.reserveCapacity(256)
    }

    package mutating func add(_ text: String?) {
        guard var text else { return addLength(.max) }
        text.withUTF8 { add($0) }
    }

    package mutating func add(_ number: Int64) {
        bytes.append(addingCapacity: 12) { field in
            field.append(bytesOf: UInt32(8).bigEndian)
            field.append(bytesOf: number.bigEndian)
        }
    }

    package mutating func add(_ id: UUID?) {
        guard let id else { return addLength(.max) }
        let words = id.words
        bytes.append(addingCapacity: 20) { field in
            field.append(bytesOf: UInt32(16).bigEndian)
            field.append(bytesOf: words.high.bigEndian)
            field.append(bytesOf: words.low.bigEndian)
        }
    }

    package mutating func add(_ data: [UInt8]?) {
        guard let data else { return addLength(.max) }
        data.withUnsafeBufferPointer { add($0) }
    }

    private mutating func add(_ data: UnsafeBufferPointer<UInt8>) {
        bytes.append(addingCapacity: 4 + data.count) { field in
            field.append(bytesOf: UInt32(data.count).bigEndian)
            field.append(copying: data)
        }
    }

    private mutating func addLength(_ count: UInt32) {
        bytes.append(addingCapacity: 4) { $0.append(bytesOf: count.bigEndian) }
    }
}
