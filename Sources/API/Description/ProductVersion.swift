/// The product's version, here and nowhere else: the command, the API's description, the start page and the
/// packages read it.
package enum ProductVersion {
    package static let current = "0.9.0"
}
