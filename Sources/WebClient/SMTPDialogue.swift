/// The dialogue with a mail server after authentication, to hand over one mail: replies in, commands out
/// (RFC 5321).
struct SMTPDialogue {
    enum Step: Equatable {
        case wait
        case send([UInt8])
        /// The mail is theirs. Nothing need be heard of the last words.
        case done(lastWords: [UInt8])
        case failed(WebError)
    }

    private enum State {
        case sender, recipient, data, content, over
    }

    /// Longer replies aren't legitimate.
    private static let replyBytesMax = 16_384

    private let mail: OutgoingMail
    private var state = State.sender
    private var unread: [UInt8] = []
    private var seen = 0

    init(_ mail: OutgoingMail) {
        self.mail = mail
    }

    var opening: [UInt8] { command("MAIL FROM:<\(mail.sender)>") }

    mutating func receive(_ bytes: some Sequence<UInt8>) -> Step {
        unread += bytes
        while let end = unread.firstIndex(of: 10) {
            let line = unread[..<end]
            seen += line.count
            unread.removeSubrange(...end)
            guard line.count >= 3, let status = Int(String(decoding: line.prefix(3), as: UTF8.self)) else {
                return fail(.connectionLost("the mail server's reply is invalid"))
            }
            if line.count > 3, line[line.startIndex + 3] == UInt8(ascii: "-") { continue }
            return answer(status, line)
        }
        return unread.count + seen > Self.replyBytesMax ? fail(.tooLarge) : .wait
    }

    private mutating func answer(_ status: Int, _ line: ArraySlice<UInt8>) -> Step {
        seen = 0
        switch (state, status) {
        case (.sender, 250):
            state = .recipient
            return .send(command("RCPT TO:<\(mail.recipient)>"))
        case (.recipient, 250), (.recipient, 251):
            state = .data
            return .send(command("DATA"))
        case (.data, 354):
            state = .content
            return .send(Self.stuffed(mail.message))
        case (.content, 250):
            state = .over
            return .done(lastWords: command("QUIT"))
        default: return fail(.refused(status: status, Self.text(line)))
        }
    }

    private mutating func fail(_ error: WebError) -> Step {
        state = .over
        return .failed(error)
    }

    private func command(_ text: String) -> [UInt8] {
        Array((text + "\r\n").utf8)
    }

    /// A dot before each line that begins with one, and one alone at the end (RFC 5321 section 4.5.2).
    private static func stuffed(_ message: [UInt8]) -> [UInt8] {
        let dot = UInt8(ascii: ".")
        var bytes: [UInt8] = []
        bytes.reserveCapacity(message.count + 64)
        var isAtStart = true
        for byte in message {
            if isAtStart, byte == dot { bytes.append(dot) }
            bytes.append(byte)
            isAtStart = byte == 10
        }
        return bytes + Array((isAtStart ? ".\r\n" : "\r\n.\r\n").utf8)
    }

    /// The loggable part of a reply.
    private static func text(_ line: ArraySlice<UInt8>) -> String {
        String(decoding: line.dropFirst(4).prefix(200).filter { (0x20..<0x7F).contains($0) }, as: UTF8.self)
    }
}
