internal import CResources

/// A file that the binary carries: a line in `Sources/CResources/resources.c`.
package enum Resource {
    /// - Parameter name: without a folder; one that is not carried is a mistake of ours.
    package static func bytes(_ name: String) -> [UInt8] {
        var count = 0
        guard let start = shipmate_resource(name, &count) else {
            preconditionFailure("\(name) is not in resources.c")
        }
        return Array(UnsafeBufferPointer(start: start, count: count))
    }

    package static func text(_ name: String) -> String {
        String(decoding: bytes(name), as: UTF8.self)
    }
}
