internal import CLibevent
internal import Glibc

/// Starts a named thread that runs `body` to its end.
func startThread(named name: String, _ body: @escaping @Sendable () -> Void) throws(EventLoopError)
    -> pthread_t
{
    let start = ThreadStart(name: name, body: body)
    let context = Unmanaged.passRetained(start)
    var thread = pthread_t()
    let status = pthread_create(
        &thread, nil,
        { context in
            let start = Unmanaged<ThreadStart>.fromOpaque(context!).takeRetainedValue()
            pthread_setname_np(pthread_self(), String(start.name.prefix(15)))
            start.body()
            return nil
        }, context.toOpaque())
    guard status == 0 else {
        context.release()
        throw .outOfResources("pthread_create")
    }
    return thread
}

private final class ThreadStart: Sendable {
    let name: String
    let body: @Sendable () -> Void

    init(name: String, body: @escaping @Sendable () -> Void) {
        self.name = name
        self.body = body
    }
}
