/// The reply of another server.
package struct WebResponse: Sendable, Equatable {
    struct Header: Sendable, Equatable {
        let name: String
        let value: String
    }

    package let status: Int
    package let body: [UInt8]
    let headers: [Header]
    /// Whether the body was longer than `bodyBytesMax`, and wasn't read to its end.
    package var isCut = false

    /// The last header of that name, in letters of any case.
    package func header(_ name: String) -> String? {
        let name = name.lowercased()
        return headers.last { $0.name.lowercased() == name }?.value
    }
}
