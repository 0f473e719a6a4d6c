import FoundationEssentials
import Testing

/// The recipes of Documentation/Architecture.md that are Swift.
struct RecipeTests {
    @Test func `each is code that is compiled somewhere here, letter for letter`() throws {
        let page = try Sources.text("Documentation/Architecture.md")
        let recipes = page.components(separatedBy: "```swift\n").dropFirst()
            .map { $0.components(separatedBy: "\n}\n")[0] + "\n}\n" }
        let files = try Sources.files(in: "Sources", "Tests")
        #expect(recipes.count == 2)
        for recipe in recipes {
            #expect(files.contains { $0.text.contains(recipe) }, "\(recipe)")
        }
    }
}
