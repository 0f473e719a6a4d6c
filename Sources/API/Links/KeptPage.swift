internal import HTTP
internal import Invitations
internal import Links
internal import QRCodes
internal import Service

/// A page and where it names its click.
final class KeptPage {
    /// Kept, so that no other link has its identity.
    let known: KnownLink
    private var response: Response
    /// Where in its body a click's id begins.
    private let places: [Int]
    private var scan: Scan?

    /// The code that carries the click to a phone, which is drawn for each.
    private struct Scan {
        let url: Redirect
        let codes: QRCodeFamily
        var place: Range<Int>
    }

    /// - Parameters:
    ///   - clickID: new and random: found in the page, it is the click's and nothing else.
    ///   - scanURL: what a code in the page says.
    init(_ response: Response, of known: KnownLink, clickID: String, scanURL: String? = nil) {
        (self.response, self.known) = (response, known)
        places = response.body.ranges(of: Array(clickID.utf8)).map(\.lowerBound)
        guard let scanURL, let path = QRCode(scanURL)?.path, let codes = QRCodeFamily(scanURL),
            let place = response.body.firstRange(of: Array(path.utf8))
        else { return }
        scan = Scan(url: Redirect(scanURL, clickID: clickID), codes: codes, place: place)
    }

    /// Written over the reply before, which has left by now; one that has not is copied first.
    func response(clickID: String) -> Response {
        var body: [UInt8] = []
        swap(&body, &response.body)
        for place in places {
            var index = place
            for byte in clickID.utf8 {
                body[index] = byte
                index += 1
            }
        }
        if let scan, let path = scan.codes.code(scan.url.url(clickID: clickID))?.path {
            body.replaceSubrange(scan.place, with: path.utf8)
            self.scan?.place = scan.place.lowerBound..<scan.place.lowerBound + path.utf8.count
        }
        swap(&body, &response.body)
        return response
    }
}
