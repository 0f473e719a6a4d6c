import Foundation

// Serves the receiver of Documentation/Webhooks.md: a request a connection, as much HTTP as Shipmate sends.

setvbuf(stdout, nil, Int32(_IOLBF), 0)
let environment = ProcessInfo.processInfo.environment
let receiver = Receiver(secret: environment["SECRET"]!)!
let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
var isReused: Int32 = 1
setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
var address = sockaddr_in()
address.sin_family = sa_family_t(AF_INET)
address.sin_port = UInt16(environment["PORT"]!)!.bigEndian
address.sin_addr.s_addr = inet_addr("127.0.0.1")
let isBound = withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
}
guard isBound == 0, listen(listener, 16) == 0 else { exit(1) }
while true {
    let connection = accept(listener, nil, nil)
    let (headers, body) = read(connection)
    let status = receiver.receive(headers: headers, body: body) ? "204 No Content" : "401 Unauthorized"
    let reply = "HTTP/1.1 \(status)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    _ = reply.withCString { send(connection, $0, strlen($0), 0) }
    close(connection)
}

func read(_ connection: Int32) -> (headers: [String: String], body: Data) {
    var bytes = Data()
    var headers: [String: String] = [:]
    while true {
        var piece = [UInt8](repeating: 0, count: 65_536)
        let count = recv(connection, &piece, piece.count, 0)
        guard count > 0 else { return (headers, Data()) }
        bytes += piece[..<count]
        guard let end = bytes.range(of: Data("\r\n\r\n".utf8)) else { continue }
        for line in String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
            .dropFirst()
        {
            let parts = line.split(separator: ":", maxSplits: 1)
            headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
        }
        let body = bytes[end.upperBound...]
        if body.count >= Int(headers["content-length"] ?? "") ?? 0 { return (headers, Data(body)) }
    }
}
