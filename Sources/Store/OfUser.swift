package import Postgres
package import Values

/// A statement about one user, with no other parameter.
package protocol OfUser: Statement {
    var uid: UserID { get }

    init(of uid: UserID)
}

extension OfUser {
    package func bind(to parameters: inout Parameters) {
        parameters.add(uid)
    }
}
