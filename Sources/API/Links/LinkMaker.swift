/// The creator of a link.
package enum LinkMaker {
    /// The app's back end, by an API key or the Branch secret.
    case key
    /// A user, or a stranger with a key that every copy of the app carries.
    case player
}
