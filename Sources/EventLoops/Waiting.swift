/// Joins a loop's callbacks to the one task that waits for them.
package final class Waiting {
    private var continuation: UnsafeContinuation<Void, Never>?

    package init() {}

    /// Suspends until `wake`.
    ///
    /// - Parameter isDue: called when no later `wake` can be missed; the task goes on at once if it is false.
    ///   A look before the call is not enough: a task that no actor isolates is suspended at each call, and
    ///   callbacks come meanwhile.
    package func wait(while isDue: () -> Bool) async {
        await withUnsafeContinuation { task in
            if isDue() { continuation = task } else { task.resume() }
        }
    }

    package func wake() {
        let waiting = continuation
        continuation = nil
        waiting?.resume()
    }
}
