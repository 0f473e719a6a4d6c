extension TestDatabase {
    /// Declares a currency, as an administrator would.
    package func declare(_ currency: String) throws {
        try psql(
            """
            INSERT INTO currencies (name, title, state) VALUES ('\(currency)', 'A test''s', 'active')
            ON CONFLICT DO NOTHING
            """)
    }
}
