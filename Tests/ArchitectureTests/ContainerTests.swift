import Testing

/// What Docker refuses only when somebody starts the whole.
struct ContainerTests {
    @Test func `a container that is given a text as its file isn't read-only`() throws {
        let given = try services().filter { $0.contains("\n    configs:\n") }
        #expect(given.count > 1)
        #expect(given.filter { $0.contains("\n    read_only: true\n") } == [])
    }

    @Test func `who isn't root writes where the image has a folder of theirs`() throws {
        let strangers = try services().filter { $0.contains("\n    user: ") }
        #expect(!strangers.isEmpty)
        for service in strangers {
            for mount in service.matches(of: /\n      - [a-z]+:(\/\S+)/) {
                #expect(["/var/lib/postgresql/data", "/var/run/postgresql"].contains(mount.1))
            }
        }
    }

    /// Each service of docker-compose.yml as it stands there.
    private func services() throws -> [String] {
        let text = try Sources.text("docker-compose.yml")
        let part = try #require(text.firstMatch(of: /\nservices:\n(?s:(.+?))\nconfigs:\n/)).1
        let names = part.ranges(of: /(?m)^  [a-z]+:$/).map(\.lowerBound)
        return zip(names, names.dropFirst() + [part.endIndex]).map { String(part[$0..<$1]) + "\n" }
    }
}
