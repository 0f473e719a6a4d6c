import FoundationEssentials
import Postgres
import Store

/// The statements that `Sources/Store` declares, by their names.
enum StoreStatements {
    struct Unknown: Error {
        let name: String
    }

    static func all() throws -> [String: any Statement.Type] {
        let names = try names()
        return Dictionary(
            uniqueKeysWithValues: try names.map { name in
                guard let type = type(name) else { throw Unknown(name: name) }
                return (name, type)
            })
    }

    /// The types that conform to `Statement`, by their text.
    static func names() throws -> Set<String> {
        let end = #filePath.firstRange(of: "/Tests/StoreTests/")?.lowerBound ?? #filePath.endIndex
        let folder = String(#filePath[..<end]) + "/Sources/Store"
        let lines = try FileManager.default.subpathsOfDirectory(atPath: folder)
            .filter { $0.hasSuffix(".swift") }
            .flatMap { file in
                try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8).split(separator: "\n")
            }
        var kinds: Set = ["Statement"]
        var known = 0
        // Protocols refine protocols that do.
        while kinds.count > known {
            known = kinds.count
            kinds.formUnion(lines.compactMap { name(of: "protocol", as: kinds, in: $0) })
        }
        let tables = lines.compactMap { name(of: "enum", as: ["PersonalDataTable"], in: $0) }
        return Set(lines.compactMap { name(of: "struct", as: kinds, in: $0) } + tables)
    }

    private static func name(of keyword: String, as kinds: Set<String>, in line: Substring) -> String? {
        guard let start = line.firstRange(of: keyword + " ")?.upperBound, !line.contains("<"),
            kinds.contains(where: { line.contains(": \($0) ") })
        else { return nil }
        return String(line[start...].prefix { $0 != ":" })
    }

    /// By its mangled name, whose last letter says whether it is a structure or an enumeration.
    private static func type(_ name: String) -> (any Statement.Type)? {
        let mangled = "5Store\(name.utf8.count)\(name)"
        if let type = _typeByName(mangled + "V") as? any Statement.Type { return type }
        return (_typeByName(mangled + "O") as? any PersonalDataTable.Type).map { rows(of: $0) }
    }

    private static func rows<Table: PersonalDataTable>(of _: Table.Type) -> any Statement.Type {
        PersonalDataRows<Table>.self
    }
}
