/// A reply's body too large to be copied behind its head.
final class LargeBody {
    let bytes: [UInt8]
    /// Others keep it too, so that it takes no memory.
    let isShared: Bool
    /// How much of it the socket has taken.
    var sent = 0

    init(_ response: Response) {
        bytes = response.body
        isShared = response.isBodyShared
    }

    var left: Int { bytes.count - sent }
}
