import Links
import Testing

/// What can be read on a page, whatever the brand says.
struct ColourTests {
    @Test(arguments: [
        ("#000000", "#ffffff", 21.0), ("#ffffff", "#ffffff", 1.0), ("#777777", "#ffffff", 4.48),
        ("#767676", "#ffffff", 4.54), ("#ffcc00", "#ffffff", 1.51), ("#FF0000", "#00ff00", 2.91),
    ]) func `contrast is WCAG's`(one: String, other: String, ratio: Double) throws {
        let (one, other) = (try #require(Colour(one)), try #require(Colour(other)))
        #expect(abs(one.contrast(with: other) - ratio) < 0.01)
        #expect(one.contrast(with: other) == other.contrast(with: one))
    }

    @Test(arguments: ["", "#", "#12345", "#1234567", "123456", "#12345g", "red", "#12345é", "#１23456"])
    func `is a hash and six digits`(text: String) {
        #expect(Colour(text) == nil)
    }

    @Test func `a colour that can be read stays, and says nothing`() throws {
        var brand = AppProfile.Brand()
        brand.color = Colour("#0b5cad")
        brand.darkColor = Colour("#8cc4ff")
        #expect(brand.shade == brand.color && brand.darkShade == brand.darkColor)
        #expect(brand.remarks == [])
    }

    @Test func `of one that can't the nearest shade that can is taken, and said`() throws {
        var brand = AppProfile.Brand()
        brand.color = Colour("#ffcc00")
        brand.darkColor = Colour("#400000")
        let (light, dark) = (try #require(brand.shade), try #require(brand.darkShade))
        #expect((4.5..<4.7).contains(light.contrast(with: AppProfile.Brand.paper)))
        #expect((4.5..<4.7).contains(dark.contrast(with: AppProfile.Brand.darkPaper)))
        #expect(
            brand.remarks == [
                """
                brand.color: #ffcc00 has a contrast of 1.5 to #ffffff, and needs 4.5; pages use \(light)
                """,
                """
                brand.dark_color: #400000 has a contrast of 1.0 to #16202b, and needs 4.5; pages use \
                \(dark)
                """,
            ])
    }

    @Test func `every colour has a shade for either paper, also where only one was told`() throws {
        for red in stride(from: 0, to: 256, by: 51) {
            for green in stride(from: 0, to: 256, by: 51) {
                for blue in stride(from: 0, to: 256, by: 51) {
                    let digits = [red, green, blue].map { String($0 + 256, radix: 16).dropFirst() }.joined()
                    var brand = AppProfile.Brand()
                    brand.color = Colour("#" + digits)
                    #expect(try #require(brand.shade).contrast(with: AppProfile.Brand.paper) >= 4.5)
                    #expect(try #require(brand.darkShade).contrast(with: AppProfile.Brand.darkPaper) >= 4.5)
                }
            }
        }
    }
}
