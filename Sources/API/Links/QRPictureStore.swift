/// The pictures that were asked for lately, as many as both limits allow: their number and their bytes.
///
/// They lie in two generations, as in `BoundedCache`: when the younger is full, the older one goes, and what
/// is asked for moves to the younger.
package struct QRPictureStore: Sendable {
    private struct Generation {
        var pictures: [QRPicture: [UInt8]] = [:]
        var byteCount = 0
    }

    private let generationCountMax: Int
    private let generationBytesMax: Int
    private var young = Generation()
    private var old = Generation()

    package init(countMax: Int, bytesMax: Int) {
        (generationCountMax, generationBytesMax) = (countMax / 2, bytesMax / 2)
    }

    package var count: Int { young.pictures.count + old.pictures.count }
    package var byteCount: Int { young.byteCount + old.byteCount }

    package mutating func bytes(of picture: QRPicture) -> [UInt8]? {
        if let bytes = young.pictures[picture] { return bytes }
        guard let bytes = old.pictures.removeValue(forKey: picture) else { return nil }
        old.byteCount -= bytes.count
        keep(bytes, of: picture)
        return bytes
    }

    /// - Parameter bytes: not kept if they are more than a generation may have.
    package mutating func keep(_ bytes: [UInt8], of picture: QRPicture) {
        guard bytes.count <= generationBytesMax, young.pictures[picture] == nil else { return }
        let isFull = young.pictures.count >= generationCountMax
        if isFull || young.byteCount + bytes.count > generationBytesMax {
            (old, young) = (young, Generation())
        } else if let former = old.pictures.removeValue(forKey: picture) {
            old.byteCount -= former.count
        }
        young.pictures[picture] = bytes
        young.byteCount += bytes.count
    }
}
