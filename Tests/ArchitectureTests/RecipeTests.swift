import FoundationEssentials
import Testing

/// The README's recipes that are Swift.
struct RecipeTests {
    @Test func `each is code that is compiled somewhere here, letter for letter`() throws {
        let readme = try String(contentsOf: Sources.root.appending(path: "README.md"), encoding: .utf8)
        let recipes = readme.components(separatedBy: "```swift\n").dropFirst()
            .map { $0.components(separatedBy: "\n}\n")[0] + "\n}\n" }
        let files = try Sources.files(in: "Sources", "Tests")
        #expect(recipes.count == 2)
        for recipe in recipes {
            #expect(files.contains { $0.text.contains(recipe) }, "\(recipe)")
        }
    }
}
