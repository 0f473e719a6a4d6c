internal import EventLoops
internal import HTTP
internal import Invitations
internal import JSON
internal import Limits
internal import Links

/// A short link as a QR code, SVG unless `?format=png`, `?size=` pixels a side. It encodes the plain short
/// link, so that scans count like other opens.
struct DrawQRCode: Endpoint {
    struct Input: EndpointInput {
        let format: QRPicture.Format
        let sidePixels: Int

        static let sidePixels = 64...1024

        static var parameters: [Parameter] {
            [
                .query("format", .choice("svg", "png").defaulting(to: "svg"), "The image format."),
                .query("size", .integer(64...1_024).defaulting(to: 512), "Pixels of each side."),
            ]
        }

        /// Whatever else the query has, such as what a cache is kept fresh by, is passed over.
        static func read(_ request: Request) throws(Problem) -> Input {
            let query = request.query
            guard let format = QRPicture.Format(rawValue: query["format"] ?? "svg") else {
                throw .field("/format", .invalid, "A format is svg or png.")
            }
            guard let side = Int(digits: query["size"] ?? "512"), sidePixels.contains(side) else {
                throw .field("/size", .outOfRange, "A size is from 64 to 1024 pixels.")
            }
            return Input(format: format, sidePixels: side)
        }
    }

    let opener: LinkOpener
    let pictures: QRPictureWork

    /// The limit comes first: an unknown code is looked up and drawn for strangers as a known one is.
    func respond(to input: Input, on call: Call) async throws(Problem) -> Response {
        let caller = RateLimitKey(call.address)
        try opener.limits.qrCodesPerAddress.take(caller)
        let shortLink = try await shortLink(on: call)
        let picture = QRPicture(shortLink, as: input.format, sidePixels: input.sidePixels)
        let owner = FairnessKey(group: caller.hash, member: caller.hash)
        let bytes = try await pictures.bytes(of: picture, for: owner)
        // A code never comes to mean another link, so anyone may keep its picture; an unknown one may come.
        return Response(
            status: shortLink == nil ? 404 : 200, contentType: input.format.contentType, body: bytes,
            headers: [
                ResponseHeader(.cacheControl, shortLink == nil ? "no-store" : "public, max-age=86400")
            ])
    }

    /// Nil for a link that is unknown or no longer valid: a picture is shown, but a scan reads nothing.
    private func shortLink(on call: Call) async throws(Problem) -> String? {
        do throws(Problem) {
            let link = try await opener.link(on: call).link
            return link.isGood(at: opener.links.now) ? link.shortLink : nil
        } catch {
            guard error.status == 404 else { throw error }
            return nil
        }
    }
}

extension QRPicture.Format {
    fileprivate var contentType: String {
        switch self {
        case .svg: "image/svg+xml"
        case .png: "image/png"
        }
    }
}

extension DrawQRCode {
    var operation: Operation {
        Operation(
            "drawQRCode", .opening, "Draw a link's QR code",
            """
            Encodes the plain short link, with error correction M and a quiet zone. Each address has a \
            limit, for codes of known and unknown links alike.
            """
        )
        .gives(
            "The image, which can be cached for a day.", .cacheControl,
            as: Self.svg, Self.png
        )
        .refuses(
            Refusal(
                404, "The link is unknown or no longer valid: an image of a cross, without a code.",
                headers: [.cacheControl], contents: [Self.svg, Self.png])
        )
        .refuses(
            .page(422, "The format is unknown, or the size out of range."),
            .page(429, "The address asked for too many images."))
    }

    private static let svg = Content(
        type: "image/svg+xml", schema: .string,
        example: "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 29 29\"/>")
    private static let png = Content(type: "image/png", schema: .string.format("binary"))
}
