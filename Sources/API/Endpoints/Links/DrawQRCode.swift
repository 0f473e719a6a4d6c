internal import HTTP
internal import Invitations
internal import JSON
internal import Links
internal import QRCodes

/// A short link as a QR code, SVG unless `?format=png`, `?size=` pixels a side. It encodes the plain short
/// link, so that scans count like other opens.
struct DrawQRCode: Endpoint {
    struct Input: EndpointInput {
        enum Format: String {
            case svg
            case png
        }

        let format: Format
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
            guard let format = Format(rawValue: query["format"] ?? "svg") else {
                throw .field("/format", .invalid, "A format is svg or png.")
            }
            guard let side = Int(digits: query["size"] ?? "512"), sidePixels.contains(side) else {
                throw .field("/size", .outOfRange, "A size is from 64 to 1024 pixels.")
            }
            return Input(format: format, sidePixels: side)
        }
    }

    let opener: LinkOpener

    func respond(to input: Input, on call: Call) async throws(Problem) -> Response {
        let code = try await code(on: call)
        return code.map { response($0, input) } ?? noCode(input)
    }

    /// Nil for a link that is unknown or no longer valid.
    private func code(on call: Call) async throws(Problem) -> QRCode? {
        do throws(Problem) {
            let link = try await opener.link(on: call).link
            return link.isGood(at: opener.links.now) ? QRCode(link.shortLink) : nil
        } catch {
            guard error.status == 404 else { throw error }
            return nil
        }
    }

    /// A picture is shown, but a scan reads nothing.
    private func noCode(_ input: Input) -> Response {
        let (type, body) =
            switch input.format {
            case .svg: ("image/svg+xml", Array(NoCode.svg(sidePixels: input.sidePixels).utf8))
            case .png: ("image/png", NoCode.png(sidePixels: input.sidePixels))
            }
        return Response(
            status: 404, contentType: type, body: body,
            headers: [ResponseHeader(.cacheControl, "no-store")])
    }

    /// A code never comes to mean another link, so anyone may keep its picture.
    private func response(_ code: QRCode, _ input: Input) -> Response {
        let (type, body) =
            switch input.format {
            case .svg: ("image/svg+xml", Array(code.svg(sidePixels: input.sidePixels).utf8))
            case .png: ("image/png", code.png(sidePixels: input.sidePixels))
            }
        return Response(
            status: 200, contentType: type, body: body,
            headers: [ResponseHeader(.cacheControl, "public, max-age=86400")])
    }
}

extension DrawQRCode {
    var operation: Operation {
        Operation(
            "drawQRCode", .opening, "Draw a link's QR code",
            "Encodes the plain short link, with error correction M and a quiet zone."
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
        .refuses(.page(422, "The format is unknown, or the size out of range."))
    }

    private static let svg = Content(
        type: "image/svg+xml", schema: .string,
        example: "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 29 29\"/>")
    private static let png = Content(type: "image/png", schema: .string.format("binary"))
}
