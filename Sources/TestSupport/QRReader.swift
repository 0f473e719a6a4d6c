internal import Glibc

/// Reads QR codes as a phone would, with zbar; SVG is drawn by librsvg first.
package enum QRReader {
    package static func read(png: [UInt8]) throws -> String {
        try TemporaryFile.with(png) {
            try Shell.output("zbarimg --quiet --raw -Sdisable -Sqrcode.enable \($0)")
        }
    }

    package static func read(svg: String) throws -> String {
        try TemporaryFile.with(Array(svg.utf8)) { file in
            try Shell.output(
                "rsvg-convert --output \(file).png \(file)"
                    + " && zbarimg --quiet --raw -Sdisable -Sqrcode.enable \(file).png; rm -f \(file).png")
        }
    }
}
