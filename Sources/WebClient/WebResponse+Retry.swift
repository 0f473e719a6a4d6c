internal import CCurl

extension WebResponse {
    /// The seconds of `Retry-After`, or those until its date (RFC 9110 section 10.2.3). Nil where there is
    /// none, or an invalid one.
    ///
    /// - Parameter now: in seconds since 1970.
    package func retryAfterSeconds(at now: Int64) -> Int64? {
        guard let text = header("retry-after"), !text.isEmpty else { return nil }
        if text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return Int64(text) ?? .max }
        let date = Int64(curl_getdate(text, nil))
        return date < 0 ? nil : max(0, date - now)
    }
}
