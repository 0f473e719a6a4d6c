extension Browser {
    /// The visitor and its device.
    package struct Device: Sendable {
        package let userAgent: String
        package let width: Int64
        package let height: Int64
        package let isMobile: Bool
        /// As browsers send it: `Accept-Language`.
        package let languages: String
        /// Fingers that its screen tells apart; none for a mouse.
        package let touchPoints: Int64

        package init(
            userAgent: String, width: Int64, height: Int64, isMobile: Bool, languages: String = "en-US,en",
            touchPoints: Int64 = 0
        ) {
            self.userAgent = userAgent
            self.width = width
            self.height = height
            self.isMobile = isMobile
            self.languages = languages
            self.touchPoints = touchPoints
        }
    }
}
