internal import CCurl
internal import EventLoops

/// Hands a mail over on a connection that libcurl has made, has encrypted and has logged in on.
final class MailDelivery {
    private let transfer: Transfer
    private var dialogue: SMTPDialogue
    /// Stays where it is until all of it has gone: TLS wants the same bytes again from the same address.
    private var unsent: UnsafeMutableBufferPointer<UInt8>
    private var sent = 0
    private var isOver = false
    private var reading: FileWatch!
    private var writing: FileWatch!
    private var deadline: LoopTimer!

    init(
        _ mail: OutgoingMail, through transfer: Transfer, until deadline: MonotonicInstant,
        on loop: isolated EventLoop
    ) throws(WebError) {
        self.transfer = transfer
        dialogue = SMTPDialogue(mail)
        unsent = .allocate(capacity: 0)
        do throws(EventLoopError) {
            let socket = shipmate_curl_active_socket(transfer.handle)
            reading = try loop.watch(socket, for: .read) { [unowned self] in read() }
            writing = try loop.watch(socket, for: .write) { [unowned self] in write() }
            self.deadline = try loop.timer { [unowned self] in finish(.failure(.timedOut)) }
        } catch {
            throw .failed("\(error)")
        }
        self.deadline.start(afterMilliseconds: deadline.milliseconds(since: .now))
        reading.start()
        send(dialogue.opening)
    }

    deinit {
        unsent.deallocate()
    }

    /// Stops looking at the socket, which is closed next.
    func stop() {
        isOver = true
        reading.stop()
        writing.stop()
        deadline.stop()
    }

    private func send(_ bytes: [UInt8]) {
        unsent.deallocate()
        unsent = .allocate(capacity: bytes.count)
        _ = unsent.initialize(from: bytes)
        sent = 0
        write()
    }

    private func write() {
        while sent < unsent.count, !isOver {
            var count = 0
            let code = curl_easy_send(
                transfer.handle, unsent.baseAddress! + sent, unsent.count - sent, &count)
            if code == CURLE_AGAIN { return writing.start() }
            guard code == CURLE_OK else { return lose(code) }
            sent += count
        }
        writing.stop()
    }

    private func read() {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        while !isOver {
            var count = 0
            let code = curl_easy_recv(transfer.handle, &bytes, bytes.count, &count)
            if code == CURLE_AGAIN { return }
            guard code == CURLE_OK, count > 0 else { return lose(code) }
            take(dialogue.receive(bytes[..<count]))
        }
    }

    private func take(_ step: SMTPDialogue.Step) {
        switch step {
        case .wait: break
        case .send(let bytes): send(bytes)
        case .done(let lastWords):
            finish(.success(()))
            // Failures of these are ignored.
            var count = 0
            _ = curl_easy_send(transfer.handle, lastWords, lastWords.count, &count)
        case .failed(let error): finish(.failure(error))
        }
    }

    private func lose(_ code: CURLcode) {
        finish(.failure(.connectionLost(code == CURLE_OK ? "closed by the mail server" : code.text)))
    }

    private func finish(_ result: Result<Void, WebError>) {
        guard !isOver else { return }
        stop()
        transfer.finish(result)
    }
}
