/// Limits of a client's requests: bytes, counts and time.
package struct HTTPLimits: Sendable {
    package var parser = ParserLimits()
    /// For a route that sets none.
    package var bodyBytesMax = 65_536
    /// The same for a public route, such as sign-up and sign-in, with bodies of a few hundred bytes.
    package var strangerBodyBytesMax = 16_384
    /// From a request's first byte to the end of its head.
    package var headerTimeoutMilliseconds = 10_000
    /// From the end of the head to the end of the body, besides what `bodyBytesPerSecondMin` grants.
    package var bodyTimeoutMilliseconds = 20_000
    /// Each second's worth of body that came puts the deadline off by a second: large bodies get time,
    /// trickles don't.
    package var bodyBytesPerSecondMin = 16_384
    /// For a route that sets none; past it 503.
    package var handlerTimeoutMilliseconds = 5_000
    /// How long the next piece of a reply that is made while it is sent may take.
    package var streamTimeoutMilliseconds = 30_000
    /// How long a peer may take nothing of what is ready for it.
    package var writeTimeoutMilliseconds = 10_000
    /// How long a connection may stay open between requests, and before the first.
    package var idleTimeoutMilliseconds = 60_000
    /// How long a connection that ends is still read, so that its peer gets the last reply instead of a
    /// reset.
    package var lingerTimeoutMilliseconds = 2_000
    /// How much is read and dropped meanwhile.
    package var lingerBytesMax = 1_048_576
    /// Replies that may wait for a slow peer before its next request is looked at.
    package var outputPendingBytesMax = 16_384
    /// A longer body of a reply is not copied behind its head, but sent from where it is.
    package var copiedBodyBytesMax = 16_384
    /// Pipelined bytes that may wait for a handler before reading stops.
    package var inputPendingBytesMax = 65_536
    /// The maximum of one read; one buffer of this size serves a whole loop.
    package var readBytesMax = 65_536
    /// The memory of all loops' connections, here and in the kernel: unfinished bodies and unread replies.
    /// Above it the largest is dropped.
    package var buffersBytesMax = 67_108_864
    /// How often deadlines are looked at: they are late by up to this much.
    package var sweepMilliseconds = 100

    package init() {}
}
