/// Which version of the product this is: what `shipmate --version` prints and the description says.
package enum ProductVersion {
    package static let current = "0.1.0"
}
