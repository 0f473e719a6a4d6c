/// How long a service that ends goes on. All its connections' replies say so meanwhile.
package struct DrainTimes: Sendable {
    /// New connections are accepted for so long, while proxies learn that they should go elsewhere.
    package var acceptingMilliseconds: Int
    /// From the start: a kept connection that gets no request for so long ends without having been told. A
    /// request that is on its way just then gets no reply, so this should be longer than clients pause.
    package var idleMilliseconds: Int
    /// From the end of accepting: what isn't answered then never is.
    package var timeoutMilliseconds: Int

    package init(acceptingMilliseconds: Int = 0, idleMilliseconds: Int = 0, timeoutMilliseconds: Int) {
        self.acceptingMilliseconds = acceptingMilliseconds
        self.idleMilliseconds = idleMilliseconds
        self.timeoutMilliseconds = timeoutMilliseconds
    }
}
