internal import HTTP
internal import JSON
internal import Pages

extension Call {
    /// What the caller reads.
    var pageLanguage: PageLanguage { request.headers.pageLanguage }
}
