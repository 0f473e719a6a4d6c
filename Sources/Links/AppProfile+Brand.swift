extension AppProfile {
    /// How the app shows itself on its pages and in mail.
    package struct Brand: Equatable, Sendable {
        /// Square and opaque, over https.
        package var icon: WebURL?
        /// Of buttons and what stands out.
        package var color: Colour?
        /// The same on dark screens. Default: a lighter shade of `color`.
        package var darkColor: Colour?
        /// Default: the app's name.
        package var name: String?
        package var tagline: String?

        package init() {}

        /// The background of pages: for text in the brand's colour, and the text of buttons.
        package static let paper = Colour.white
        package static let darkPaper = Colour("#16202b")!

        /// A readable shade for pages; nil without a colour.
        package var shade: Colour? {
            color?.readable(on: Self.paper, towards: .black)
        }

        package var darkShade: Colour? {
            (darkColor ?? color)?.readable(on: Self.darkPaper, towards: .white)
        }

        /// Colours for which pages use another shade, for the profile's author.
        package var remarks: [String] {
            [
                Self.remark("brand.color", color, shade, on: Self.paper),
                Self.remark("brand.dark_color", darkColor, darkShade, on: Self.darkPaper),
            ].compactMap(\.self)
        }

        private static func remark(
            _ name: String, _ told: Colour?, _ taken: Colour?, on paper: Colour
        ) -> String? {
            guard let told, let taken, told != taken else { return nil }
            let contrast = Double(Int(told.contrast(with: paper) * 10)) / 10
            return """
                \(name): \(told) has a contrast of \(contrast) to \(paper), and needs \(Colour.contrastMin); \
                pages use \(taken)
                """
        }
    }

    /// The app's name on pages.
    package var shownName: String { brand.name ?? name }
}
