/// How surely an install belongs to a click.
package enum Match: String, Sendable {
    /// The app brought the click id, the install referrer or the link itself.
    case unique
    /// Exactly one unclaimed click fits the device.
    case `default`
    /// Several fit.
    case weak
    case none
}
