internal import CCurl

extension WebError {
    /// - Parameter detail: what libcurl says of it. It is replaced where it would mislead, or is only a code
    ///   in words.
    init(_ code: CURLcode, _ detail: String) {
        switch code {
        case CURLE_UNSUPPORTED_PROTOCOL where detail.contains("HTTP/"), CURLE_WEIRD_SERVER_REPLY,
            CURLE_BAD_CONTENT_ENCODING:
            self = .invalidReply(detail)
        case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL: self = .invalidRequest(detail)
        case CURLE_COULDNT_RESOLVE_HOST: self = .hostUnknown
        case CURLE_COULDNT_CONNECT: self = .connectFailed(detail)
        case CURLE_OPERATION_TIMEDOUT: self = .timedOut
        case CURLE_FILESIZE_EXCEEDED: self = .tooLarge
        case CURLE_TOO_MANY_REDIRECTS: self = .tooManyRedirects
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE,
            CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_USE_SSL_FAILED, CURLE_SSL_ISSUER_ERROR:
            self = .tlsFailed(detail)
        case CURLE_GOT_NOTHING: self = .connectionLost("it was closed without a reply")
        case CURLE_PARTIAL_FILE: self = .connectionLost("it was closed before the end of the reply")
        case CURLE_SEND_ERROR: self = .connectionLost("while the request was sent (\(detail))")
        case CURLE_RECV_ERROR: self = .connectionLost("before the end of the reply (\(detail))")
        case CURLE_OUT_OF_MEMORY: self = .failed("No memory was left for the request.")
        default: self = .failed("The request failed: \(detail)")
        }
    }
}
