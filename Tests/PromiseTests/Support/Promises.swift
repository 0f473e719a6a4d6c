import Testing

/// One crowd at a time: on a small machine two would be in each other's way and prove nothing more.
@Suite(.serialized) enum Promises {}
