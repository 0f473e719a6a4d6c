import Testing

/// All tests that talk to a server over sockets, one at a time: their client blocks its thread, and the pool
/// that tests share has few.
@Suite(.serialized) struct SocketTests {}
