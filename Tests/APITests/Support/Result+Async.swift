extension Result where Failure == any Error {
    /// What `body` comes to, for those who have to tidy up whatever it is.
    init(catchingAsync body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
