/// Writes Prometheus' text exposition format, version 0.0.4; label values are escaped here and nowhere else.
struct PrometheusText {
    enum Kind: String {
        case counter
        case gauge
        case histogram
    }

    private(set) var text = ""

    mutating func metric(_ name: String, _ kind: Kind, _ help: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
    }

    mutating func sample(_ name: String, _ labels: [(String, String)], _ value: some CustomStringConvertible)
    {
        text += "\(name)\(Self.braces(labels)) \(value)\n"
    }

    /// - Parameter counts: one a bound, and one above the last; not cumulated yet.
    mutating func histogram(
        _ name: String, _ labels: [(String, String)], bounds: [Double], counts: [Int], sum: Double
    ) {
        var total = 0
        for (bound, count) in zip(bounds, counts) {
            total += count
            sample(name + "_bucket", labels + [("le", String(bound))], total)
        }
        total += counts.last ?? 0
        sample(name + "_bucket", labels + [("le", "+Inf")], total)
        sample(name + "_sum", labels, sum)
        sample(name + "_count", labels, total)
    }

    private static func braces(_ labels: [(String, String)]) -> String {
        guard !labels.isEmpty else { return "" }
        let pairs = labels.map { "\($0.0)=\"\(escape($0.1))\"" }
        return "{" + pairs.joined(separator: ",") + "}"
    }

    private static func escape(_ value: String) -> String {
        var escaped = ""
        for character in value.unicodeScalars {
            switch character {
            case "\\": escaped += "\\\\"
            case "\"": escaped += "\\\""
            case "\n": escaped += "\\n"
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }
}
