internal import API

/// The first screen, printed once the server is ready: what runs, what is missing, and what to try next.
struct Welcome: CustomStringConvertible {
    /// Where the server listens, as `http://host:port`.
    let url: String
    /// Where players' data is.
    let data: String
    let links: String
    let steps: [SetupStep]
    /// The command, as it was called.
    let command: String

    var description: String {
        let missing = steps.filter { !$0.isDone }.map(\.name)
        return """
            Shipmate \(ProductVersion.current). Ready on \(url).
              data      \(data)
              links     \(links)
              missing   \(missing.isEmpty ? "nothing" : missing.joined(separator: ", ") + " (shipmate check)")
            Open \(url) for the documentation. Try, in another terminal:
              \(command) demo --url \(url)
              \(command) keys create --scope admin --name me, then sign in on \(url)/admin
            `serve --verbose` prints every setting. Control-C stops the server.
            """
    }
}
