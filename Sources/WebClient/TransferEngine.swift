internal import CCurl
internal import EventLoops

/// libcurl's multi interface on a loop: it says which sockets it waits for and until when, and we tell it of
/// them.
final class TransferEngine {
    /// Once, before all else.
    static let isLibraryReady = shipmate_curl_init() == CURLE_OK

    private let loop: EventLoop
    private let limits: WebClient.Limits
    private var multi: UnsafeMutableRawPointer?
    private var timer: LoopTimer!
    private var sockets: [Int32: SocketWatch] = [:]
    private var transfers: [UnsafeMutableRawPointer: Transfer] = [:]
    private var lastID = 0

    init(_ limits: WebClient.Limits, on loop: isolated EventLoop) throws(WebError) {
        self.loop = loop
        self.limits = limits
        guard Self.isLibraryReady, let multi = curl_multi_init() else {
            throw .failed("libcurl can't be set up")
        }
        self.multi = multi
        do throws(EventLoopError) {
            timer = try loop.timer { [unowned self] in act(on: -1, 0) }
        } catch {
            curl_multi_cleanup(multi)
            throw .failed("\(error)")
        }
        shipmate_curl_multi_number(multi, CURLMOPT_MAX_HOST_CONNECTIONS, limits.connectionsPerHostMax ?? 0)
        shipmate_curl_multi_number(
            multi, CURLMOPT_MAXCONNECTS, limits.connectionsKeptMax ?? limits.requestsMax)
        shipmate_curl_multi_callbacks(
            multi,
            { _, socket, what, context, _ in TransferEngine.of(context).expect(what, on: socket) },
            { _, milliseconds, context in TransferEngine.of(context).expect(milliseconds: milliseconds) },
            Unmanaged.passUnretained(self).toOpaque())
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> TransferEngine {
        Unmanaged<TransferEngine>.fromOpaque(context!).takeUnretainedValue()
    }

    func add(_ transfer: Transfer) throws(WebError) {
        guard let multi else { throw .cancelled }
        guard transfers.values.count(where: { !$0.isLeft }) < limits.requestsMax else { throw .tooBusy }
        guard curl_multi_add_handle(multi, transfer.handle) == CURLM_OK else {
            throw .failed("libcurl accepts no request")
        }
        lastID += 1
        transfer.id = lastID
        transfers[transfer.handle] = transfer
    }

    /// Of those that are counted and not read to their end: above these their connections are closed.
    private static let (leftMax, leftPerURLMax) = (32, 4)

    /// Nothing waits for it any more. One that is counted before its end is read on, so that its connection
    /// can be used again, unless others may have to wait for that.
    func leave(_ transfer: Transfer) {
        let left = transfers.values.filter(\.isLeft)
        guard transfer.isSettled, !transfer.hasEnded, limits.connectionsPerHostMax == nil,
            left.count < Self.leftMax,
            left.count(where: { $0.url == transfer.url }) < Self.leftPerURLMax
        else { return remove(transfer) }
        transfer.isLeft = true
    }

    /// Takes it from libcurl, which closes what can't be of use to others.
    func remove(_ transfer: Transfer) {
        guard transfers.removeValue(forKey: transfer.handle) != nil, let multi else { return }
        transfer.delivery?.stop()
        curl_multi_remove_handle(multi, transfer.handle)
    }

    func cancel(_ id: Int) {
        transfers.values.first { $0.id == id }?.finish(.failure(.cancelled))
    }

    func close() {
        guard let multi else { return }
        for transfer in transfers.values {
            remove(transfer)
            transfer.finish(.failure(.cancelled))
        }
        self.multi = nil
        timer.stop()
        curl_multi_cleanup(multi)
        sockets = [:]
    }

    private func act(on socket: Int32, _ readiness: Int32) {
        guard let multi else { return }
        var running: Int32 = 0
        curl_multi_socket_action(multi, socket, readiness, &running)
        var code = CURLE_OK
        while let handle = shipmate_curl_ended(multi, &code) {
            guard let transfer = transfers[handle] else { continue }
            transfer.end(code)
            if transfer.isLeft { remove(transfer) }
        }
    }

    private func expect(milliseconds: Int) -> Int32 {
        if milliseconds < 0 { timer.stop() } else { timer.start(afterMilliseconds: milliseconds) }
        return 0
    }

    private func expect(_ what: Int32, on socket: Int32) -> Int32 {
        guard what != CURL_POLL_REMOVE else {
            sockets[socket] = nil
            return 0
        }
        // libcurl is called on this loop alone, and calls back from there.
        nonisolated(unsafe) let engine = self
        return loop.assumeIsolated { loop in engine.watch(socket, what, on: loop) }
    }

    private func watch(_ socket: Int32, _ what: Int32, on loop: isolated EventLoop) -> Int32 {
        do throws(EventLoopError) {
            if sockets[socket] == nil {
                sockets[socket] = try SocketWatch(socket, on: loop) { [unowned self] in act(on: socket, $0) }
            }
            sockets[socket]?.expect(read: what & CURL_POLL_IN != 0, write: what & CURL_POLL_OUT != 0)
            return 0
        } catch {
            return -1
        }
    }
}

/// A socket that libcurl waits for.
private struct SocketWatch {
    private let reading: FileWatch
    private let writing: FileWatch

    init(
        _ socket: Int32, on loop: isolated EventLoop, _ action: @escaping (Int32) -> Void
    ) throws(EventLoopError) {
        reading = try loop.watch(socket, for: .read) { action(CURL_CSELECT_IN) }
        writing = try loop.watch(socket, for: .write) { action(CURL_CSELECT_OUT) }
    }

    func expect(read: Bool, write: Bool) {
        if read { reading.start() } else { reading.stop() }
        if write { writing.start() } else { writing.stop() }
    }
}
