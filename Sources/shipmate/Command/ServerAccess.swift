/// Which server a command calls, and with which key.
struct ServerAccess: Equatable {
    /// Nil for the server of this configuration.
    var url: String?
    /// Nil for a key that is created for the command, and revoked at its end.
    var key: String?
}

/// The changes that `shipmate listen` gets, and where it forwards them.
struct ListenOptions: Equatable {
    let forwardTo: String
    /// Nil for all types.
    var types: [String]?
    var access = ServerAccess()
}
