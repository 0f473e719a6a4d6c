internal import Batching

/// Errors of writing a note on a player.
package enum NoteError: ServiceError {
    case unavailable
    case internalError

    /// Not there, merged or erased.
    case userNotFound
    case invalidText
    case tooMany
    /// The id is another note's.
    case idReused

    package static var balanceTooLarge: NoteError { .internalError }
}
