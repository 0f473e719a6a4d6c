internal import CCurl

extension WebError {
    /// - Parameter detail: what libcurl says of it.
    init(_ code: CURLcode, _ detail: String) {
        switch code {
        case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL: self = .invalidRequest(detail)
        case CURLE_COULDNT_RESOLVE_HOST: self = .hostUnknown
        case CURLE_COULDNT_CONNECT: self = .connectFailed(detail)
        case CURLE_OPERATION_TIMEDOUT: self = .timedOut
        case CURLE_FILESIZE_EXCEEDED: self = .tooLarge
        case CURLE_TOO_MANY_REDIRECTS: self = .tooManyRedirects
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE,
            CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_USE_SSL_FAILED, CURLE_SSL_ISSUER_ERROR:
            self = .tlsFailed(detail)
        case CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_PARTIAL_FILE,
            CURLE_WEIRD_SERVER_REPLY:
            self = .connectionLost(detail)
        default: self = .failed(detail)
        }
    }
}
