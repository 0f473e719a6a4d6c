/// Why an account of a file isn't taken over.
struct AccountRefusal: Error, Equatable, CustomStringConvertible {
    let description: String
}
