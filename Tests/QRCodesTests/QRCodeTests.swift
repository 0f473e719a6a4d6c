import QRCodes
import TestSupport
import Testing

/// Read back by zbar, which had no part in writing them.
struct QRCodeTests {
    @Test(arguments: [
        "https://go.example.com/aB3xK9pQ2mN7rT5wZ", "https://go.example.com/invite/é-✓", "x",
        "https://go.example.com/" + String(repeating: "c", count: 128),
        "https://go.example.com/" + String(repeating: "long-", count: 400),
    ]) func `a code says what was put in, as SVG and as PNG`(_ text: String) throws {
        let code = try #require(QRCode(text))
        #expect(try QRReader.read(svg: code.svg(sidePixels: 800)) == text)
        #expect(try QRReader.read(png: code.png(sidePixels: 800)) == text)
        #expect(try QRReader.read(png: code.png(sidePixels: 801)) == text)
        #expect(try QRReader.read(png: code.png(sidePixels: 1_024)) == text)
    }

    @Test func `an image has the size that was asked for, down to a pixel a module`() throws {
        let code = try #require(QRCode("https://go.example.com/invite"))
        #expect(code.side == 29)
        #expect(code.sideWithMargin == 37)
        for (asked, given) in [(512, 512), (100, 100), (37, 37), (1, 37), (0, 37)] {
            let png = code.png(sidePixels: asked)
            #expect(Array(png[..<8]) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
            // Width and height, big-endian, and the bits of a sample: PNG section 11.2.2.
            #expect(png[16..<24].elementsEqual([0, 0, UInt8(given >> 8), UInt8(given & 255)].twice))
            #expect(png[24] == 1)
            #expect(png.count < 2000)
        }
    }

    @Test func `what stands for no code is a picture that says nothing to a scanner`() {
        for side in [64, 512, 1024] {
            let png = NoCode.png(sidePixels: side)
            #expect(png[16..<24].elementsEqual([0, 0, UInt8(side >> 8), UInt8(side & 255)].twice))
            #expect((try? QRReader.read(png: png)) ?? "" == "")
            #expect((try? QRReader.read(svg: NoCode.svg(sidePixels: side))) ?? "" == "")
        }
    }

    @Test func `a text that no code holds makes none`() {
        #expect(QRCode("") == nil)
        #expect(QRCode(String(repeating: "x", count: 2331)) != nil)
        #expect(QRCode(String(repeating: "x", count: 2332)) == nil)
    }
}

extension [UInt8] {
    fileprivate var twice: [UInt8] { self + self }
}
