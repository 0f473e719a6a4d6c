import Testing

@testable import Postgres

@Suite struct ConnectionParametersTests {
    @Test(arguments: [
        "postgres://ann:hunter2@[::1", "host=db password=a hunter2", "postgres://ann:hunter2@db/x?nonsense=1",
        "hunter2", "postgres://ann:hunter2%zz@db/x", "host=db password='hunter2",
    ])
    func `a string that can't be read is refused without being repeated`(text: String) throws {
        let error = #expect(throws: ConnectionParameters.Invalid.self) { try ConnectionParameters(text) }
        let description = try #require(error?.description)
        #expect(!description.isEmpty && !description.contains("hunter2"), "\(description)")
    }

    @Test func `asks for a server that takes writes unless the string names another`() throws {
        func target(_ text: String, _ settings: SessionSettings) throws -> String? {
            let keywords = try ConnectionParameters(text).keywords(settings: settings, first: 0)
            return keywords.last { $0.0 == "target_session_attrs" }?.1
        }
        #expect(try target("host=a,b", .writing) == "read-write")
        #expect(try target("host=a,b target_session_attrs=primary", .writing) == "primary")
    }

    @Test func `the host after the one that was last silent is asked first`() throws {
        let rotation = HostRotation(try ConnectionParameters("host=a,a,c port=1,2,3"))
        var hosts: [String] {
            let keywords = rotation.keywords(settings: .writing)
            return ["host", "port"].compactMap { name in keywords.last { $0.0 == name }?.1 }
        }
        #expect(hosts == ["a,a,c", "1,2,3"])
        rotation.pass(host: "a", port: "1")
        #expect(hosts == ["a,c,a", "2,3,1"])
        rotation.pass(host: "a", port: "1")
        #expect(hosts == ["a,c,a", "2,3,1"], "many connections to one host are one silence")
        rotation.pass(host: "c", port: "3")
        #expect(hosts == ["a,a,c", "1,2,3"])
    }

    @Test(arguments: ["host=a,b port=1", "hostaddr=a,b"])
    func `hosts are told apart with one port, and by address alone`(text: String) throws {
        let parameters = try ConnectionParameters(text)
        #expect(parameters.hostCount == 2)
        #expect(parameters.index(ofHost: "b", port: "1") == 1)
        #expect(parameters.index(ofHost: "c", port: "1") == nil)
    }

    @Test func `the string's own options win`() throws {
        let parameters = try ConnectionParameters(
            "host=a options='-c work_mem=8MB -c timezone=CET --lock-timeout=7'")
        let keywords = parameters.keywords(settings: .writing, first: 0)
        #expect(
            keywords.last { $0.0 == "options" }?.1 == "-c work_mem=8MB -c timezone=CET --lock-timeout=7")
        let ours = parameters.settings(besidesOwn: .writing).map(\.name)
        #expect(ours.contains("statement_timeout") && ours.contains("plan_cache_mode"))
        #expect(!ours.contains("TimeZone") && !ours.contains("lock_timeout"))
    }
}
