internal import Basics

extension FixedWidthInteger {
    /// A number of digits alone. The standard initializer takes a sign too, and `limit=%2B5` is a mistake.
    package init?(digits text: some StringProtocol) {
        guard text.utf8.allSatisfy(\.isDigit) else { return nil }
        self.init(text)
    }
}
