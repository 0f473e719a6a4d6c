/// How much a request may ask the parser to hold. RFC 9112 leaves the numbers to the server.
package struct ParserLimits: Sendable {
    /// Past it 414.
    package var targetBytesMax = 8_192
    /// All field lines together; past it 431.
    package var headerBytesMax = 16_384
    /// Past it 431.
    package var headerFieldsMax = 100
    /// One line of a chunked body's framing, its extensions included; past it 400.
    package var chunkLineBytesMax = 256
    /// All of a body's chunk extensions together; past it 400.
    package var chunkExtensionBytesMax = 4_096

    package init() {}

    /// The longest request line looked at: method, spaces and version get 64 bytes.
    var requestLineBytesMax: Int { targetBytesMax + 64 }
}
