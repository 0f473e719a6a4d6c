package import Postgres
package import Values

/// A statement about one user, with no other parameter.
package protocol OfUser: Statement {
    init(of uid: UserID)
}
