import TestSupport
import Testing

extension Trait where Self == ConditionTrait {
    /// Of what has the same PostgreSQL whatever other tests have.
    static var ofEmbeddedPostgres: Self {
        .disabled(if: TestEngine.isCitus, "the server brings its own PostgreSQL")
    }
}
