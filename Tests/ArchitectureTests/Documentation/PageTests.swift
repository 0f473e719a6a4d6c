import FoundationEssentials
import Testing

/// That the documentation leads somewhere, and that it becomes easier to read.
struct PageTests {
    private static let readmeLinesMax = 120
    private static let sentenceWordsMax = 30

    @Test func `the README has at most 120 lines`() throws {
        let lines = try Sources.text("README.md").split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count - 1 <= Self.readmeLinesMax)
    }

    @Test func `no link leads nowhere`() throws {
        let pages = try Page.all()
        let anchors = Dictionary(uniqueKeysWithValues: pages.map { ($0.path, $0.anchors) })
        var elsewhere: [String: Set<String>] = [:]
        for page in pages {
            for link in page.links {
                let parts = link.components(separatedBy: "#")
                let target = parts[0].isEmpty ? page.path : resolved(parts[0], from: page.path)
                let isThere = FileManager.default.fileExists(
                    atPath: Sources.root.appending(path: target).path())
                #expect(isThere, "\(page.path): \(link)")
                guard isThere, parts.count == 2, target.hasSuffix(".md") else { continue }
                if anchors[target] == nil, elsewhere[target] == nil {
                    elsewhere[target] = try Page(target).anchors
                }
                let known = anchors[target] ?? elsewhere[target]
                #expect(known?.contains(parts[1]) == true, "\(page.path): \(link)")
            }
        }
    }

    @Test func `banned phrases only become fewer`() throws {
        for page in try Page.all() {
            expect(bannedPhrases(in: page), asIn: PageCounts.bannedPhrases, on: page)
        }
    }

    @Test func `sentences of more than 30 words only become fewer`() throws {
        for page in try Page.all() {
            let long = page.sentences.filter { sentence in
                sentence.filter { $0.contains { $0.isLetter || $0.isNumber } }.count > Self.sentenceWordsMax
            }
            expect(
                long.map { $0.joined(separator: " ") }, asIn: PageCounts.longSentences, on: page)
        }
    }

    @Test func `a page is taken apart as GitHub shows it`() {
        let page = Page(
            "Documentation/A.md",
            text: """
                # The `title` & more
                What it is. Who asks? [Here](B.md#there), or
                `[code](C.md)`.
                - an item
                | a | `x|y` |
                | --- | --- |
                ```sh
                # [no](D.md)
                ```
                """)
        #expect(page.blocks == ["What it is. Who asks? [Here](B.md#there), or X.", "an item", "a", "X"])
        #expect(page.links == ["B.md#there"])
        #expect(page.anchors == ["the-title--more"])
        #expect(page.sentences.map(\.count) == [3, 2, 3, 2, 1, 1])
        #expect(bannedPhrases(in: page) == ["What it is."])
        #expect(resolved("../B.md", from: page.path) == "B.md")
    }

    private func expect(_ found: [String], asIn counts: [String: Int], on page: Page) {
        let accepted = counts[page.path] ?? 0
        #expect(found.count <= accepted, "\(page.path) has more than \(accepted): \(found)")
        #expect(found.count >= accepted, "\(page.path) has only \(found.count): lower PageCounts")
    }

    /// The phrases, and sentences that begin with "Who" or "What" and ask nothing.
    private func bannedPhrases(in page: Page) -> [String] {
        let text = page.blocks.map(Page.withoutTargets).joined(separator: " ").lowercased()
        let phrases = text.occurrences(of: PageCounts.banned)
        let clauses = page.sentences.filter {
            ["What", "Who"].contains($0[0]) && $0.last?.hasSuffix("?") == false
        }
        return phrases + clauses.map { $0.joined(separator: " ") }
    }

    private func resolved(_ link: String, from page: String) -> String {
        var folders = page.split(separator: "/").dropLast()
        for part in link.split(separator: "/") {
            if part == ".." { folders = folders.dropLast() } else { folders.append(part) }
        }
        return folders.joined(separator: "/")
    }
}
