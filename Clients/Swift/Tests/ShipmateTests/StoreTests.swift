import Foundation
import Testing

@testable import Shipmate

@Suite struct StoreTests {
    private let folder = Folder()

    @Test func `a key is a file that only its owner reads`() throws {
        let store = FileStore(folder: folder.url)
        #expect(try store.get("session") == .absent)
        try store.put("session", Data("secret".utf8))
        #expect(try store.get("session") == .present(Data("secret".utf8)))
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("session").path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        try store.delete("session")
        try store.delete("session")
        #expect(try store.get("session") == .absent)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["store.lock"])
    }

    @Test func `of many that compare and put, one writes`() async throws {
        let url = folder.url
        try FileStore(folder: url).put("n", Data("0".utf8))
        let won = try await withThrowingTaskGroup(of: Bool.self) { group in
            for index in 1...20 {
                group.addTask {
                    try FileStore(folder: url).compareAndPut(
                        "n", expected: Data("0".utf8), Data("\(index)".utf8))
                }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(won == 1)
    }

    @Test func `a folder that can't be written is a typed error`() async {
        var options = Options()
        options.folder = URL(fileURLWithPath: "/proc/shipmate")
        options.store = FileStore(folder: URL(fileURLWithPath: "/proc/shipmate"))
        let shipmate = Shipmate(host: URL(string: "http://127.0.0.1:1")!, options: options)
        do throws(ShipmateError) {
            try await shipmate.record(.levelReached(1))
            Issue.record("recorded")
        } catch { #expect(error.type == "storage") }
    }
}
