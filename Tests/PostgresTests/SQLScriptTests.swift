import Testing

@testable import Postgres

@Suite struct SQLScriptTests {
    @Test func `a script comes apart where its statements end, and nowhere else`() {
        let script = """
            -- First; a comment.
            SELECT 'a;''b', "c;d" /* e; */;
            ; ;
            CREATE FUNCTION f() AS $$ BEGIN; 'unclosed END; $$;
            DO $body$ SELECT $$;$$; $body$;
            SELECT $1, a$b; -- the end;
            """
        let statements = SQLScript.statements(of: script)
        #expect(statements.count == 4)
        #expect(statements.first?.hasSuffix("SELECT 'a;''b', \"c;d\" /* e; */") == true)
        #expect(statements[1].hasSuffix("AS $$ BEGIN; 'unclosed END; $$"))
        #expect(statements[2].hasSuffix("DO $body$ SELECT $$;$$; $body$"))
        #expect(statements[3].hasSuffix("SELECT $1, a$b"))
        #expect(SQLScript.statements(of: "-- nothing\n;") == [])
        #expect(SQLScript.statements(of: "SELECT 1") == ["SELECT 1"])
    }
}
