import Testing

/// The one priority that marks a loop's tasks: `LoopResumption` runs whatever has it on the loop's thread, so
/// a task that came by it otherwise could block every connection there.
struct TaskPriorityTests {
    private static let home = "Sources/EventLoops/EventLoop.swift"

    @Test func `no other file names a priority, by name or by number`() throws {
        let home = try Sources.text(Self.home)
        #expect(home.contains("taskPriority = TaskPriority.utility"))
        // `low` is the same number's other name.
        let names = /\bTaskPriority\b|\.utility\b|priority:\s*(?!EventLoop\.taskPriority\b)[.\w]/
        for file in try Sources.files(in: "Sources", "Tests")
        where file.path != Self.home && !file.path.hasSuffix("/TaskPriorityTests.swift") {
            for line in file.code where line.text.contains("riority") || line.text.contains(".utility") {
                #expect(line.text.firstMatch(of: names) == nil, "\(file.path):\(line.number)")
            }
        }
    }

    /// One without the priority would inherit it from a loop's task, and go on there after a wait.
    @Test func `every task of what is served is a loop's, and says so`() throws {
        let making = /\bTask(\.(init|detached|immediate\w*))?\s*[({]/
        var count = 0
        for file in try Sources.files(in: "Sources") where file.module != "TestSupport" {
            for line in file.code where line.text.contains("Task") && line.text.contains(making) {
                let isLoops = line.text.contains("Task.immediate(priority: EventLoop.taskPriority) {")
                #expect(isLoops, "\(file.path):\(line.number)")
                count += 1
            }
        }
        #expect(count > 5)
    }
}
