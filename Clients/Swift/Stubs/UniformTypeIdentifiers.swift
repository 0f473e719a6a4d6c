// Declarations of Apple's UniformTypeIdentifiers, as far as ShipmateUI uses them.

// https://developer.apple.com/documentation/uniformtypeidentifiers/uttype-swift.struct
public struct UTType: Sendable {
    public var identifier: String { fatalError() }
    public static var url: UTType { fatalError() }
    public static var plainText: UTType { fatalError() }
}
