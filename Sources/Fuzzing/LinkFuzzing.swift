internal import Links

/// A long link that is read can be printed, and what is printed is read as the same link.
enum LinkFuzzing {
    static func mistake(with input: [UInt8]) -> String? {
        guard let text = String(validating: input, as: UTF8.self), let parsed = try? LongLink.parse(text)
        else {
            return nil
        }
        let printed = LongLink.print(parsed.spec)
        guard let again = try? LongLink.parse(printed) else { return "\(printed) can't be read" }
        return again.spec == parsed.spec ? nil : "\(printed) is another link"
    }
}
