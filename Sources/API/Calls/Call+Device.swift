internal import HTTP
internal import JSON
internal import Links

extension Call {
    /// The kind of device that calls, in a word or two; nil where the User-Agent says nothing that is known.
    var device: String? {
        request.headers["user-agent"].flatMap(DeviceFamily.init(userAgent:))?.rawValue
    }
}
