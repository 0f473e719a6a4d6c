internal import CCurl

/// One request or one mail on libcurl's hands: its handle, what has come of it, and who waits for its end.
///
/// libcurl knows it unretained: `TransferEngine` keeps it until it is libcurl's no longer.
final class Transfer {
    /// Given by the engine: a handle's address is soon another's.
    var id = 0
    var url = ""
    let handle: UnsafeMutableRawPointer
    /// The continuation on the connection of a mail.
    var delivery: MailDelivery?
    private let addresses: AddressFilter

    private var lists: [UnsafeMutablePointer<curl_slist>] = []
    private let message: UnsafeMutablePointer<CChar>
    private var problem: CURLcode?

    /// Whether its result counts at the end of the head, and what that head has said.
    private let countsAtHead: Bool
    private(set) var isSettled = false
    private var headStatus = 0
    private(set) var hasEnded = false
    /// Whether nothing waits for it any more: the rest of the reply is only read for the connection's sake.
    var isLeft = false

    private var reply: ReplyBuffer
    private var isAddressForbidden = false

    private var result: Result<Void, WebError>?
    private var waiting: UnsafeContinuation<Result<Void, WebError>, Never>?

    init(
        addresses: AddressFilter, _ limits: ReplyLimits, countsAtHead: Bool = false
    ) throws(WebError) {
        guard TransferEngine.isLibraryReady, let handle = curl_easy_init() else {
            throw .failed("libcurl can't be set up")
        }
        self.handle = handle
        self.addresses = addresses
        self.countsAtHead = countsAtHead
        reply = ReplyBuffer(limits)
        message = .allocate(capacity: Int(CURL_ERROR_SIZE))
        message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        setCallbacks()
    }

    deinit {
        curl_easy_cleanup(handle)
        for list in lists { curl_slist_free_all(list) }
        message.deallocate()
    }

    var response: WebResponse {
        WebResponse(
            status: shipmate_curl_status(handle), body: reply.body, headers: reply.headers,
            isCut: reply.isCut)
    }

    /// Until it ends; at once where it has.
    func wait() async -> Result<Void, WebError> {
        await withUnsafeContinuation { task in
            if let result {
                self.result = nil
                task.resume(returning: result)
            } else {
                waiting = task
            }
        }
    }

    /// Whether a first byte of a reply has come.
    private var isAnswered: Bool { shipmate_curl_first_byte(handle) > 0 }

    func finish(_ result: Result<Void, WebError>) {
        guard let waiting else { return self.result = result }
        self.waiting = nil
        waiting.resume(returning: result)
    }

    /// libcurl's result.
    func end(_ code: CURLcode) {
        hasEnded = true
        guard !isSettled else { return }
        let isGood =
            code == CURLE_OK || code == CURLE_WRITE_ERROR && reply.isCut || countsAtHead && headStatus > 0
        finish(isGood ? .success(()) : .failure(error(code)))
    }

    private func error(_ code: CURLcode) -> WebError {
        if reply.isTooLarge { return .tooLarge }
        // libcurl has a limit of its own for a line, and says that it has no memory.
        if reply.isHeadTooLarge || code == CURLE_OUT_OF_MEMORY && headStatus == 0 && isAnswered {
            return .headerTooLarge(bytesMax: reply.limits.headerBytesMax)
        }
        if isAddressForbidden, code == CURLE_COULDNT_CONNECT || code == CURLE_ABORTED_BY_CALLBACK {
            return .addressForbidden
        }
        let tunnel = shipmate_curl_tunnel_status(handle)
        if tunnel >= 300 { return .refused(status: tunnel, "the proxy made no connection") }
        let status = shipmate_curl_status(handle)
        if code == CURLE_LOGIN_DENIED { return .refused(status: status, "login denied") }
        let detail = String(cString: message)
        return WebError(code, detail.isEmpty ? code.text : detail)
    }
}

extension CURLcode {
    var text: String { String(cString: curl_easy_strerror(self)) }
}

// Its setup: `check` reports the first option that libcurl refuses.
extension Transfer {
    func set(_ option: CURLoption, _ value: Int) {
        note(shipmate_curl_number(handle, option, value))
    }

    func set(_ option: CURLoption, _ value: String) {
        note(shipmate_curl_text(handle, option, value))
    }

    func set(_ option: CURLoption, bytes: [UInt8]) {
        note(shipmate_curl_size(handle, CURLOPT_POSTFIELDSIZE_LARGE, bytes.count))
        // None at all would be asked of the standard input.
        guard !bytes.isEmpty else { return set(option, "") }
        bytes.withUnsafeBytes {
            note(shipmate_curl_pointer(handle, option, UnsafeMutableRawPointer(mutating: $0.baseAddress)))
        }
    }

    func set(_ option: CURLoption, _ values: [String]) {
        var list: UnsafeMutablePointer<curl_slist>?
        for value in values { list = curl_slist_append(list, value) }
        guard let list else { return }
        lists.append(list)
        note(shipmate_curl_pointer(handle, option, list))
    }

    func note(_ code: CURLcode) {
        if code != CURLE_OK, problem == nil { problem = code }
    }

    func check() throws(WebError) {
        if let problem { throw .failed(problem.text) }
    }

    private func setCallbacks() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        note(shipmate_curl_pointer(handle, CURLOPT_ERRORBUFFER, message))
        note(
            shipmate_curl_reply(
                handle,
                { bytes, size, count, context in
                    Transfer.of(context).takeHead(UnsafeRawBufferPointer(start: bytes, count: size * count))
                },
                { bytes, size, count, context in
                    Transfer.of(context).takeBody(UnsafeRawBufferPointer(start: bytes, count: size * count))
                }, context))
        note(
            shipmate_curl_addresses(
                handle, { context, _, address in Transfer.of(context).open(address!) },
                { context, address, _, _, _ in Transfer.of(context).mayGoOn(at: address) }, context))
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> Transfer {
        Unmanaged<Transfer>.fromOpaque(context!).takeUnretainedValue()
    }
}

// libcurl's callbacks.
extension Transfer {
    /// Another count than there was ends it.
    private func takeHead(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard reply.takeHead(bytes) else { return 0 }
        if bytes.first == UInt8(ascii: "\r") || bytes.first == UInt8(ascii: "\n") { endHead() }
        return bytes.count
    }

    private func endHead() {
        let status = shipmate_curl_status(handle)
        guard countsAtHead, headStatus == 0, status >= 200 else { return }
        headStatus = status
        guard status < 300 else { return }
        isSettled = true
        finish(.success(()))
    }

    private func takeBody(_ bytes: UnsafeRawBufferPointer) -> Int {
        reply.takeBody(bytes) ? bytes.count : 0
    }

    private func open(_ address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
        guard let ip = IPAddress(address), addresses.allows(ip) else {
            isAddressForbidden = true
            return -1
        }
        return shipmate_curl_socket(address)
    }

    /// A connection that another request has left may be one that this must not have.
    private func mayGoOn(at address: UnsafePointer<CChar>?) -> Int32 {
        if let address, let ip = IPAddress(String(cString: address)), addresses.allows(ip) {
            return CURL_PREREQFUNC_OK
        }
        isAddressForbidden = true
        return CURL_PREREQFUNC_ABORT
    }
}
