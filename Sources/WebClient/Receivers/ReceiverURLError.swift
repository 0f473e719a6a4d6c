/// Why a URL can't be a receiver's.
package enum ReceiverURLError: Error, Equatable, Sendable, CaseIterable {
    /// Longer than `ReceiverURL.byteCountMax`.
    case tooLong
    /// A character that a URL doesn't have, outside of the host.
    case character
    /// Neither `https://` nor `http://`.
    case scheme
    /// `http://`, which the operator's list doesn't have.
    case plainHTTP
    /// A user name or a password before the host.
    case userInfo
    case fragment
    /// There is none, or its characters are those of no name and no address.
    case host
    /// Other characters than ASCII's, which a name has as `xn--…`.
    case hostNotASCII
    case hostPercentEncoded
    /// The zone of an IPv6 address: `%eth0`.
    case zone
    /// A public IPv4 address that isn't written as four decimal numbers.
    case addressNotation
    /// An address that not all of the internet can reach, or a name of the machine itself.
    case addressNotPublic
    /// Not a number from 1 to 65535.
    case port
}
