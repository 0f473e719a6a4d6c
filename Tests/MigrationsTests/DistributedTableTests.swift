import Migrations
import TestSupport
import Testing

/// Where each table of the schema goes on Citus: also where there is no Citus, so that none is forgotten.
@Suite struct DistributedTableTests {
    @Test func `every table is spread, or known to stay, by a migration's author`() async throws {
        try await TestDatabase.withSchema { database in
            let tables = try database.psql(
                """
                SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace
                    AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY relname COLLATE "C"
                """)
            let known = DistributedTable.all.map(\.name) + DistributedTable.small
            #expect(tables.split(separator: "\n").map(String.init) == known.sorted())
        }
    }

    @Test func `what is unique of a table that is spread begins with its key`() async throws {
        try await TestDatabase.withSchema { database in
            for table in DistributedTable.all {
                let keys = try database.psql(
                    """
                    SELECT DISTINCT a.attname FROM pg_index AS i
                    JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
                    WHERE i.indrelid = '\(table.name)'::regclass AND i.indisunique
                    """)
                #expect(keys == table.column, "\(table.name)")
            }
        }
    }

    @Test func `what is spread refers to nothing on other nodes`() async throws {
        try await TestDatabase.withSchema { database in
            let tables = Dictionary(uniqueKeysWithValues: DistributedTable.all.map { ($0.name, $0) })
            let keys = try database.psql(
                """
                SELECT conrelid::regclass, confrelid::regclass FROM pg_constraint
                WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND conparentid = 0
                    AND EXISTS (SELECT FROM pg_class AS c WHERE c.oid = conrelid AND c.relkind IN ('r', 'p'))
                """)
            for key in keys.split(separator: "\n") {
                let names = key.split(separator: "|").map(String.init)
                let (from, to) = (tables[names[0]], tables[names[1]])
                #expect(
                    from.map(place(of:)) == to.map(place(of:)), "\(key): a foreign key may not cross nodes")
            }
        }
    }

    /// Tables of one place have rows of one key together.
    private func place(of table: DistributedTable) -> String {
        table.neighbour ?? table.name
    }
}
