import Foundation

// DRIVER HOST-URL FOLDER: plays requests of Clients/behaviour/run.py, one JSON object a line.
guard CommandLine.arguments.count == 3, let host = URL(string: CommandLine.arguments[1]) else {
    fatalError("usage: shipmate-driver HOST-URL FOLDER")
}
let driver = Driver(host: host, folder: URL(fileURLWithPath: CommandLine.arguments[2]))
let lines = AsyncStream<String> { continuation in
    Thread.detachNewThread {
        while let line = readLine() { continuation.yield(line) }
        continuation.finish()
    }
}
for await line in lines {
    guard let request = try? JSONDecoder.snakeCase.decode(Request.self, from: Data(line.utf8)) else {
        say(["event": "log", "line": "unreadable request"])
        continue
    }
    await driver.begin(request)
}
exit(0)
