import Testing

/// Inside a module folders depend on each other in one direction.
struct FolderTests {
    @Test func `folders of a module form no cycle`() throws {
        let modules = Dictionary(grouping: try Sources.files(in: "Sources"), by: \.module)
        for (module, files) in modules {
            #expect(FolderGraph(of: files).cycle == [], "folders of \(module) that use each other")
        }
    }

    @Test func `a cycle is found, and a mere chain is none`() {
        let chain = [
            Sources.File(path: "Sources/M/A/One.swift", text: "struct One { var two: Two }"),
            Sources.File(path: "Sources/M/B/Two.swift", text: "struct Two { var three: Three }"),
            Sources.File(path: "Sources/M/C/Three.swift", text: "struct Three {}"),
        ]
        #expect(FolderGraph(of: chain).cycle == [])
        let back = Sources.File(path: "Sources/M/C/Four.swift", text: "/// Of One\nlet four: [One] = []")
        #expect(FolderGraph(of: chain + [back]).cycle == ["A", "B", "C"])
    }
}
