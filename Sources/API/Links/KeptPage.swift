internal import HTTP
internal import Invitations
internal import JSON
internal import Links
internal import QRCodes

/// A page and where it names its click.
final class KeptPage {
    /// Kept, so that no other link has its identity.
    let known: KnownLink
    private var response: Response
    /// Where in its body a click's id begins.
    private let offsets: [Int]

    /// - Parameter clickID: new and random: found in the page, it is the click's and nothing else.
    init(_ response: Response, of known: KnownLink, clickID: String) {
        (self.response, self.known) = (response, known)
        offsets = response.body.ranges(of: Array(clickID.utf8)).map(\.lowerBound)
    }

    /// Written over the reply before, which has left by now; one that has not is copied first.
    func response(clickID: String) -> Response {
        var body: [UInt8] = []
        swap(&body, &response.body)
        for offset in offsets {
            var index = offset
            for byte in clickID.utf8 {
                body[index] = byte
                index += 1
            }
        }
        swap(&body, &response.body)
        return response
    }
}
